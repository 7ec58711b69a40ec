export type { Slot } from "./clock/slots.ts";
export { editHome, type HomeEdit, homeFields } from "./home/editHome.ts";
export { type FieldLimits, type FormField, fieldLimits, formFields } from "./home/formFields.ts";
export { homeFileHelp } from "./home/help.ts";
export type {
  Assumption,
  CarPlan,
  Currency,
  Home,
  Notice,
  NoticeKind,
  SeriesProvenance,
  TerminalValue,
} from "./home/home.ts";
export { type ReadHomeOptions, readHome } from "./home/readHome.ts";
export { createReadMemory, type ReadMemory } from "./home/readMemory.ts";
export { batteryKernelSpec } from "./kernelTables/spec.ts";
export type {
  Battery,
  Car,
  CarSlot,
  Diverter,
  Future,
  FutureName,
  Inverter,
  ModelOptions,
  Profile,
  SimulationInputs,
} from "./model/inputs.ts";
export { STEP_MINUTES } from "./model/inputs.ts";
export { RUN_RESULT_FIELDS, type RunResult } from "./model/runResult.ts";
export type { ForcedAction } from "./plan/forcedActions.ts";
export { type MetricTerms, rowMetric, threeFutureMetric } from "./plan/metric.ts";
export type { ChargeWindow, ExportWindow, Plan } from "./plan/plan.ts";
export { planBattery } from "./planBattery.ts";
export { choosePlan, type PlannedHome, reportPlan, withForcedActions, withProof } from "./plannedHome.ts";
export { InputError, type Problem } from "./problem.ts";
export { ACTION_NAMES, nowAndNext, wordsOfActions } from "./report/actionWords.ts";
export { fixed } from "./report/figures.ts";
export { type HeadlineSum, headlineSums } from "./report/headlineSums.ts";
export { localTime } from "./report/localTime.ts";
export { majorSum, minorSum } from "./report/money.ts";
export { pictureStyle, tableStyle } from "./report/page/pageStyle.ts";
export { outcomeTable, slotTable } from "./report/page/pageTables.ts";
export { planPage } from "./report/page/planPage.ts";
export type { Markup } from "./report/picture/markup.ts";
export { type PictureSize, planPicture } from "./report/picture/planPicture.ts";
export { planJson } from "./report/planJson.ts";
export {
  composeReport,
  netPence,
  type Outcome,
  type PlannedSlot,
  type PlanReport,
  type ReportBattery,
  type ReportDraft,
  type ReportSlot,
  type SlotAction,
  savedPence,
} from "./report/planReport.ts";
export { planTable, type TableOptions } from "./report/planTable.ts";
export { readPlanJson } from "./report/readPlanJson.ts";
export type { Reason } from "./report/slotReason.ts";
export { deriveInputs, planSuiteBoosts, suiteWindows } from "./scenario/deriveInputs.ts";
export { readSuiteScenarios } from "./scenario/readSuite.ts";
export type { SuiteScenario } from "./scenario/suiteScenario.ts";
export { writeSuiteScenarios } from "./scenario/writeSuite.ts";
export { checkCertificate } from "./storage/certificate.ts";
export { type EvccRequest, readEvccRequest } from "./storage/readEvccRequest.ts";
export { readStorageProblem } from "./storage/readStorageProblem.ts";
export { solveSeveralStorages } from "./storage/severalStorages.ts";
export type { SharedMeterAnswer, SharedMeterProblem, SharedStorage } from "./storage/sharedMeter.ts";
export { solveStorage } from "./storage/solveStorage.ts";
export type {
  CertificateCheck,
  StorageAnswer,
  StorageFlows,
  StorageViolation,
} from "./storage/storageAnswer.ts";
export { readStorageAnswer, storageAnswerJson } from "./storage/storageAnswerFile.ts";
export type { StorageProblem } from "./storage/storageProblem.ts";
export { certificateText, type StorageTableOptions, storageTable } from "./storage/storageTable.ts";
export { type Comparison, compareResults, describeComparison } from "./suite/compareResults.ts";
export { plannerOnEngine, plansOnEngine } from "./suite/engineRuns.ts";
export { type Evaluation, evaluatePlans } from "./suite/evaluatePlans.ts";
export { generateSuite } from "./suite/generateSuite.ts";
export { type HomePlans, readPlanFile } from "./suite/planFile.ts";
export { runSuite, type SuiteResult, type SuiteRow, type SuiteTask } from "./suite/runSuite.ts";
export { savedRun } from "./suite/savedRun.ts";
export type { FutureResults, HomePlanner, SuiteSimulator } from "./suite/simulator.ts";
export { suiteHome } from "./suite/suiteHome.ts";

import { fixed } from "./figures.ts";
import type { PlanReport } from "./planReport.ts";

/** When water is heated and what choosing that saves, as a sentence; none where no boosts are the plan's to place. */
export function boostWords({ boostChoice, carChoice, currency }: PlanReport): readonly string[] {
  if (boostChoice === undefined) return [];
  const { chosenBy, boostKwh, savedPence } = boostChoice;
  const boosts = `Boosts of ${fixed(boostKwh, 1)} kWh heat the water`;
  if (chosenBy === "importPrice") {
    return [
      `${boosts} where import is cheapest; planned together with the battery, no other slots cost less.`,
    ];
  }
  const where = `${boosts} where heating costs least beside the battery's plan`;
  if (carChoice !== undefined && carChoice.chosenBy !== "importPrice")
    return [`${where}; what that saves is told above.`];
  return [
    `${where}, which saves ${fixed(savedPence, 1)} ${currency.minor} beside the slots of the cheapest import.`,
  ];
}

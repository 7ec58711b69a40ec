import { fixed } from "./figures.ts";
import type { PlanReport } from "./planReport.ts";

const WHERE = {
  importPrice: "where import is cheapest",
  spareSun: "where the sun leaves most",
  marginalCost: "where charging costs least beside the battery's plan",
} as const;

/** Where cars charge and what that saves, as a sentence; none where no car's slots are the plan's to choose. */
export function carWords({ carChoice, currency }: PlanReport): readonly string[] {
  if (carChoice === undefined) return [];
  const { chosenBy, savedPence } = carChoice;
  if (chosenBy === "importPrice") {
    return [`Cars charge ${WHERE.importPrice}; planned together with the battery, no other slots cost less.`];
  }
  const saved = `${fixed(savedPence, 1)} ${currency.minor}`;
  return [`Cars charge ${WHERE[chosenBy]}, which saves ${saved} beside the slots of the cheapest import.`];
}

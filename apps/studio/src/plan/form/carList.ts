import { element } from "../../page/element.ts";
import { formField } from "./formField.ts";
import { foldedGroup } from "./formGroup.ts";
import { type Edit, type FormPart, valueAt } from "./formPart.ts";

const FIELDS = [
  "name",
  "batteryKwh",
  "chargeKw",
  "socPercent",
  "targetPercent",
  "chargeFrom",
  "readyBy",
  "efficiency",
] as const;

/** A car to begin with. */
const NEW_CAR = {
  batteryKwh: 60,
  chargeKw: 7.4,
  socPercent: 40,
  targetPercent: 80,
  readyBy: "07:00",
} as const;

/** The cars of the home; any of them can be taken out, and more added. */
export function carList(edit: Edit): FormPart {
  const list = element("div", { class: "cars" });
  let cars: readonly FormPart[] = [];
  let kinds = "";
  const add = element("button", { type: "button", class: "quiet-button" }, "Add a car");
  add.addEventListener("click", () => edit({ path: ["cars", cars.length], value: NEW_CAR }));
  return {
    element: foldedGroup("Cars", false, list, add),
    show: (state) => {
      const values = valueAt(state.fields, ["cars"]);
      const known: readonly unknown[] = Array.isArray(values) ? values : [];
      const present = JSON.stringify(known.map((car) => valueAt(car, ["needKwh"]) !== undefined));
      if (present !== kinds) {
        kinds = present;
        cars = known.map((car, index) => carPart(index, valueAt(car, ["needKwh"]) !== undefined, edit));
        list.replaceChildren(...cars.map((car) => car.element));
      }
      for (const car of cars) car.show(state);
    },
  };
}

function carPart(index: number, hasNeed: boolean, edit: Edit): FormPart {
  const names = FIELDS.map((name) => (name === "targetPercent" && hasNeed ? "needKwh" : name));
  const parts = names.map((name) => formField(["cars", index, name], edit));
  const remove = element("button", { type: "button", class: "quiet-button" }, "Remove this car");
  remove.addEventListener("click", () => edit({ path: ["cars", index], value: undefined }));
  return {
    element: element(
      "fieldset",
      { class: "car" },
      element("legend", {}, `Car ${index + 1}`),
      ...parts.map((part) => part.element),
      remove,
    ),
    show: (state) => {
      for (const part of parts) part.show(state);
    },
  };
}

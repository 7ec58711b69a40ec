import { element } from "../../page/element.ts";

/** Asks whether prices are those of buying or of selling; undefined when neither is chosen. */
export function askForUse(fileName: string): Promise<"import" | "export" | undefined> {
  return new Promise((resolve) => {
    const choices = (["import", "export"] as const).map((use) =>
      element(
        "button",
        { class: "button", value: use, type: "submit" },
        use === "import" ? "What buying costs" : "What selling earns",
      ),
    );
    const dialog = element(
      "dialog",
      { class: "card dialog", "aria-labelledby": "use-title" },
      element(
        "form",
        { method: "dialog" },
        element("h3", { id: "use-title" }, `What are the prices of ${fileName}?`),
        element(
          "div",
          { class: "row" },
          ...choices,
          element("button", { class: "quiet-button", value: "" }, "Neither"),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      const { returnValue } = dialog;
      resolve(returnValue === "import" || returnValue === "export" ? returnValue : undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

import type { FieldValues } from "./readFields.ts";
import type { Fall, Look, SpacetimeChoice, TrajectoryChoice } from "./shot.ts";

type Generator = Exclude<TrajectoryChoice["kind"], "file">;

const PLACE = ["frames", "phiDeg", "look"];

/** Fields that each kind of trajectory has. */
const FIELDS_OF: Readonly<Record<Generator, readonly string[]>> = {
  drip: [...PLACE, "thetaDeg", "fromRadiusM", "toRadiusM", "restRadiusM", "spacing"],
  rain: [...PLACE, "thetaDeg", "fromRadiusM", "toRadiusM", "spacing"],
  circular: [...PLACE, "thetaDeg", "radiusM", "orbits"],
  circling: [...PLACE, "thetaDeg", "radiusM", "orbits", "durationM"],
  static: [...PLACE, "thetaDeg", "radiusM", "durationM"],
  zamo: [...PLACE, "thetaDeg", "radiusM", "durationM"],
};

const ALL_FIELDS = [...new Set(Object.values(FIELDS_OF).flat())];

/** Reads how the camera moves; what is wrong is recorded with `values`. */
export function readTrajectory(values: FieldValues, spacetime: SpacetimeChoice): TrajectoryChoice {
  const file = values.text("trajectory.file");
  const kind = values.text("trajectory.kind") as Generator | "";
  if (values.has("trajectory.file")) {
    if (values.has("trajectory.kind")) {
      values.problem("trajectory.kind", "is given beside file", "keep one of the two");
    }
    refuseForeign(values, "the file of a trajectory", []);
    refuseFieldOfView(values);
    return { kind: "file", file };
  }
  if (kind === "") {
    if (values.has("trajectory") && !values.has("trajectory.kind")) {
      values.problem(
        "trajectory",
        "has neither file nor kind",
        "name a camera.csv, or a kind such as drip, rain, circular or static",
      );
    }
    return { kind: "file", file: "" };
  }
  refuseForeign(values, kind, FIELDS_OF[kind]);
  refuseImpossible(values, kind, spacetime);
  const place = {
    frames: values.number("trajectory.frames"),
    thetaDeg: values.number("trajectory.thetaDeg"),
    phiDeg: values.number("trajectory.phiDeg"),
    look: readLook(values),
  };
  if (kind === "drip" || kind === "rain") return { ...place, ...readFall(values, kind) };
  const radiusM = values.number("trajectory.radiusM");
  if (kind === "circular") return { ...place, kind, radiusM, orbits: values.number("trajectory.orbits") };
  const durationM = values.optionalNumber("trajectory.durationM") ?? 0;
  if (kind !== "circling") return { ...place, kind, radiusM, durationM };
  if (durationM === 0 && !values.isBroken("trajectory.durationM")) {
    values.problem(
      "trajectory.durationM",
      "is 0 or missing, but circling takes time",
      "give the Kerr-Schild time of the whole movie; 200 times radiusM keeps the camera slow",
    );
  }
  return { ...place, kind, radiusM, orbits: values.number("trajectory.orbits"), durationM };
}

function refuseForeign(values: FieldValues, owner: string, known: readonly string[]): void {
  for (const name of ALL_FIELDS) {
    if (known.includes(name) || !values.has(`trajectory.${name}`)) continue;
    const mend =
      known.length === 0 ? "remove it: the file says it" : `remove it; ${owner} has ${known.join(", ")}`;
    values.problem(`trajectory.${name}`, `is given, but ${owner} has no ${name}`, mend);
  }
}

function refuseFieldOfView(values: FieldValues): void {
  if (!values.has("camera.hfovDeg")) return;
  values.problem(
    "camera.hfovDeg",
    "is given, but the file of a trajectory gives it for each frame",
    "remove it, or change the column hfov_deg of the file",
  );
}

/** Spacetimes in which a kind of motion is known in closed form. */
function refuseImpossible(values: FieldValues, kind: Generator, spacetime: SpacetimeChoice): void {
  if (values.isBroken("spacetime.kind")) return;
  const { kind: name } = spacetime;
  const isHole = name === "schwarzschild" || name === "kerr";
  const at = "trajectory.kind";
  if (kind === "drip" && (!isHole || (name === "kerr" && spacetime.spin !== 0))) {
    values.problem(
      at,
      `is drip, but a camera let go at rest falls straight only in schwarzschild (here: ${name})`,
      "use kind: rain, or give the fall as a camera.csv",
    );
  }
  if ((kind === "rain" || kind === "circular" || kind === "zamo") && !isHole) {
    values.problem(
      at,
      `is ${kind}, which is generated in schwarzschild and kerr only (here: ${name})`,
      "use kind: static, or give the motion as a camera.csv",
    );
  }
  const thetaDeg = values.number("trajectory.thetaDeg");
  if (kind === "circular" && thetaDeg !== 90) {
    values.problem(
      "trajectory.thetaDeg",
      `is ${thetaDeg} deg, but circular orbits are in the plane of the equator`,
      "remove it, or write 90",
    );
  }
}

function readLook(values: FieldValues): Look {
  return {
    azDeg: values.number("trajectory.look.azDeg"),
    elDeg: values.number("trajectory.look.elDeg"),
    rollDeg: values.number("trajectory.look.rollDeg"),
  };
}

function readFall(
  values: FieldValues,
  kind: Fall["kind"],
): Pick<Fall, "kind" | "fromRadiusM" | "toRadiusM" | "restRadiusM" | "spacing"> {
  const fromRadiusM = values.number("trajectory.fromRadiusM");
  const toRadiusM = values.optionalNumber("trajectory.toRadiusM") ?? fromRadiusM;
  const restRadiusM = values.optionalNumber("trajectory.restRadiusM") ?? fromRadiusM;
  const frames = values.number("trajectory.frames");
  if (frames > 1 && !values.has("trajectory.toRadiusM")) {
    values.problem(
      "trajectory.toRadiusM",
      `is missing, but ${frames} frames need an end`,
      "add it, such as 0.5",
    );
  } else if (toRadiusM > fromRadiusM || (frames > 1 && toRadiusM === fromRadiusM)) {
    values.problem(
      "trajectory.toRadiusM",
      `is ${toRadiusM} M, but the fall begins at ${fromRadiusM} M`,
      "give a radius below fromRadiusM",
    );
  }
  refuseRest(values, kind, { fromRadiusM, restRadiusM });
  const chosen = values.text("trajectory.spacing");
  if (kind === "rain" && chosen === "eta") {
    values.problem(
      "trajectory.spacing",
      "is eta, which rain does not have: it never was at rest",
      "write sqrtR",
    );
  }
  const spacing = chosen === "" ? (kind === "drip" ? "eta" : "sqrtR") : (chosen as Fall["spacing"]);
  return { kind, fromRadiusM, toRadiusM, restRadiusM, spacing };
}

/** Radius of the Schwarzschild horizon in M: nothing is at rest inside. */
const HORIZON_M = 2;

function refuseRest(
  values: FieldValues,
  kind: Fall["kind"],
  { fromRadiusM, restRadiusM }: { readonly fromRadiusM: number; readonly restRadiusM: number },
): void {
  if (kind !== "drip") return;
  const at = values.has("trajectory.restRadiusM") ? "trajectory.restRadiusM" : "trajectory.fromRadiusM";
  if (restRadiusM <= HORIZON_M) {
    values.problem(at, `is ${restRadiusM} M, where nothing can be at rest`, `give more than ${HORIZON_M}`);
  } else if (restRadiusM < fromRadiusM) {
    values.problem(
      at,
      `is ${restRadiusM} M, below fromRadiusM (${fromRadiusM} M)`,
      "let it go at or above the first frame",
    );
  }
}

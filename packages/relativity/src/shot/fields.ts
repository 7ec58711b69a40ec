import { NARROWEST_VIEW_DEG } from "../camera/frameCamera.ts";
import { choice, type Field, flag, number, range, section, text, whole } from "./fieldRow.ts";

/** Largest spin for which horizon and orbits are still told apart in double precision. */
const MOST_SPIN = 1 - 1e-12;
const MOST_RADIUS_M = 1e6;
const SMALLEST_RADIUS_M = 1e-3;
const MOST_FRAMES = 1_000_000;
const MOST_EDGE_PX = 16_384;

const needed = { isRequired: true } as const;
const radius = range(SMALLEST_RADIUS_M, MOST_RADIUS_M, "M");

const SPACETIME: readonly Field[] = [
  section("spacetime", "What the light crosses.", needed),
  choice(
    "spacetime.kind",
    ["minkowski", "schwarzschild", "kerr", "kerr-newman", "tabulated"],
    "Flat space, a hole at rest, a turning hole, a charged one, or numbers on a grid from a file.",
    needed,
  ),
  number("spacetime.spin", "Spin of kerr or kerr-newman; below 0 it turns the other way.", {
    ...range(-MOST_SPIN, MOST_SPIN),
    fallbackWords: "needed for kerr; 0 for kerr-newman",
  }),
  number("spacetime.charge", "Charge of kerr-newman; spin^2 + charge^2 is at most 1.", {
    ...range(-1, 1),
    fallbackWords: "needed for kerr-newman",
  }),
  text("spacetime.file", "File of a tabulated spacetime.", { fallbackWords: "needed for tabulated" }),
];

const TRAJECTORY: readonly Field[] = [
  section(
    "trajectory",
    "How the camera moves: the file of a trajectory, or a kind that is generated.",
    needed,
  ),
  text("trajectory.file", "CSV with one line a frame; `lightcone render --help camera` lists its columns.", {
    fallbackWords: "none; give this or kind",
  }),
  choice(
    "trajectory.kind",
    ["drip", "rain", "circular", "circling", "static", "zamo"],
    "Let go at rest from restRadiusM (spin 0); fallen from rest at infinity; on a free circular orbit in the equator's plane; driven in a circle around the axis at any angle; held at rest; or held with zero angular momentum.",
    { fallbackWords: "none; give this or file" },
  ),
  whole("trajectory.frames", "Frames of the movie.", { ...range(1, MOST_FRAMES), fallback: 1 }),
  number("trajectory.fromRadiusM", "Radius of a fall's first frame.", { ...radius, fallback: 30 }),
  number("trajectory.toRadiusM", "Radius of a fall's last frame; below the horizon it crosses it.", {
    ...radius,
    fallbackWords: "fromRadiusM; needed with more than one frame",
  }),
  number("trajectory.restRadiusM", "Radius from which a drip was let go.", {
    ...radius,
    fallbackWords: "fromRadiusM",
  }),
  choice("trajectory.spacing", ["eta", "sqrtR"], "What grows evenly from frame to frame of a fall.", {
    fallbackWords: "eta for drip, sqrtR for rain (which has no eta)",
  }),
  number("trajectory.radiusM", "Radius of an orbit or of a camera that is held.", {
    ...radius,
    fallback: 30,
  }),
  number("trajectory.orbits", "Turns of circular and circling over the whole movie; below 0 against phi.", {
    ...range(-1000, 1000),
    fallback: 1,
  }),
  number(
    "trajectory.durationM",
    "Proper time of a held camera from first to last frame; Kerr-Schild time of circling.",
    {
      ...range(0, 1e9, "M"),
      fallbackWords: "0 for a held camera; needed for circling",
    },
  ),
  number("trajectory.thetaDeg", "Angle from the spin axis.", { ...range(0, 180, "deg"), fallback: 90 }),
  number("trajectory.phiDeg", "Kerr-Schild azimuth of the first frame.", {
    ...range(-360, 360, "deg"),
    fallback: 0,
  }),
  section("trajectory.look", "Where a generated trajectory's camera looks; all 0 is straight at the hole."),
  number("trajectory.look.azDeg", "Turn to the right; 180 looks away from the hole.", {
    ...range(-180, 180, "deg"),
    fallback: 0,
  }),
  number("trajectory.look.elDeg", "Turn up.", { ...range(-90, 90, "deg"), fallback: 0 }),
  number("trajectory.look.rollDeg", "Turn of the camera about its axis, clockwise.", {
    ...range(-180, 180, "deg"),
    fallback: 0,
  }),
];

const CAMERA: readonly Field[] = [
  section("camera", "Image and optics.", needed),
  choice(
    "camera.projection",
    ["pinhole", "fisheye", "equirectangular"],
    "How directions fall on the image.",
    {
      fallback: "pinhole",
    },
  ),
  whole("camera.widthPx", "Width of the image.", { ...range(1, MOST_EDGE_PX, "px"), ...needed }),
  whole("camera.heightPx", "Height of the image.", { ...range(1, MOST_EDGE_PX, "px"), ...needed }),
  number("camera.hfovDeg", "Horizontal field of view; a pinhole's stays below 180.", {
    ...range(NARROWEST_VIEW_DEG, 360, "deg"),
    fallbackWords: "60; the file of a trajectory gives its own for each frame",
  }),
];

const SKY: readonly Field[] = [
  section("sky", "What shines at infinity.", { fallbackWords: "the fields below" }),
  text(
    "sky.catalogue",
    "`stars` (real ones, shipped), `graticule` (a grid, to see distortions), `none`, or a CSV of stars.",
    {
      fallback: "stars",
    },
  ),
  number("sky.faintestMagnitude", "Fainter stars of the catalogue are left out.", {
    ...range(-2, 25, "mag"),
    fallbackWords: "the catalogue's faintest",
  }),
  text("sky.panorama", "`none`, `milky-way` (made), or an equirectangular PNG behind the stars.", {
    fallback: "none",
  }),
  number("sky.panoramaBrightness", "Multiplier of the panorama's light.", { ...range(0, 1e6), fallback: 1 }),
];

const DISK: readonly Field[] = [
  section("disk", "A thin disk of hot gas in the plane of the spin's equator.", { fallbackWords: "none" }),
  number(
    "disk.innerRadiusM",
    "Inner edge, outside the horizon, or `horizon` for gas all the way down. Within the innermost stable circular orbit gas plunges with that orbit's energy and momentum and, without friction, radiates nothing (Page and Thorne): an opaque disk is black there and hides what is behind.",
    { ...radius, word: "horizon", fallbackWords: "the innermost stable circular orbit" },
  ),
  number("disk.outerRadiusM", "Outer edge.", { ...radius, fallback: 20 }),
  choice("disk.opacity", ["opaque", "transparent"], "Whether light passes through the disk.", {
    fallback: "opaque",
  }),
  number("disk.peakTemperatureK", "Temperature of its hottest ring, as the gas there measures it.", {
    ...range(500, 1e8, "K"),
    fallback: 6500,
  }),
  number("disk.brightness", "Multiplier of the disk's light.", { ...range(0, 1e9), fallback: 1 }),
];

const SAMPLING: readonly Field[] = [
  section("sampling", "How finely rays are cast and followed.", { fallbackWords: "the fields below" }),
  whole("sampling.coarseCellPx", "Edge of the mesh's coarsest cells, a power of 2.", {
    ...range(1, 256, "px"),
    fallback: 16,
  }),
  whole("sampling.refinementLevel", "Times that a cell can be halved where the picture needs it.", {
    ...range(0, 8),
    fallback: 3,
  }),
  number("sampling.tolerance", "Error allowed in each step along a ray.", {
    ...range(1e-13, 1e-4),
    fallback: 1e-9,
  }),
  whole("sampling.stepBudget", "Steps after which a ray is unresolved.", {
    ...range(1, 1e7),
    fallback: 5000,
  }),
  choice(
    "sampling.backend",
    ["fast", "kerr-schild"],
    "The quick form for minkowski, schwarzschild and kerr, or the general one for any spacetime.",
    { fallbackWords: "fast where it exists" },
  ),
  whole("sampling.groupSlots", "Coarse samples traced together: cuts a movie into groups of frames.", {
    ...range(1, 16_777_216),
    fallback: 65_536,
  }),
  section("sampling.slab", "How tracing is cut by barriers.", { fallbackWords: "steps" }),
  choice(
    "sampling.slab.kind",
    ["steps", "time"],
    "Integrator steps a visit, or (kerr-schild) an interval of time.",
    {
      fallback: "steps",
    },
  ),
  whole("sampling.slab.steps", "Steps a visit.", { ...range(1, 1e7), fallback: 64 }),
  number("sampling.slab.lengthM", "Length of the interval of Kerr-Schild time.", {
    ...range(0, 1e9, "M"),
    isOpen: true,
    fallback: 20,
  }),
];

const PICTURE: readonly Field[] = [
  section("stars", "How images of stars are found.", { fallbackWords: "the fields below" }),
  number("stars.fluxFloor", "Flux (magnitude 0 is 1) from which an image is refined with true rays.", {
    ...range(0, 1e9),
    fallbackWords: "what moves a pixel by half an 8-bit step",
  }),
  number(
    "stars.brightness",
    "Light of a white star of magnitude 0; 1 is what fills one pixel to white at exposure 1.",
    {
      ...range(0, 1e9),
      isOpen: true,
      fallback: 20,
    },
  ),
  number(
    "stars.orderFloor",
    "Images beyond the first two of a star below this share of its flux are left out.",
    {
      ...range(0, 1),
      fallback: 1e-4,
    },
  ),
  section("psf", "How a point of light spreads over pixels.", { fallbackWords: "the fields below" }),
  choice("psf.kind", ["gaussian", "moffat", "airy"], "Shape of the spread.", { fallback: "gaussian" }),
  number("psf.sigmaPx", "Standard deviation of a gaussian.", { ...range(0.05, 64, "px"), fallback: 0.8 }),
  number("psf.fwhmPx", "Full width at half maximum of moffat and airy.", {
    ...range(0.1, 128, "px"),
    fallback: 1.9,
  }),
  number("psf.beta", "Exponent of moffat: how wide its wings are.", {
    ...range(1, 20),
    isOpen: true,
    fallback: 3,
  }),
  number("exposure", "Multiplier of light before the tone curve; on top of the trajectory's own.", {
    ...range(0, 1e9),
    isOpen: true,
    fallback: 1,
  }),
];

const OUTPUT: readonly Field[] = [
  section("output", "What is written besides the frames.", { fallbackWords: "the fields below" }),
  number("output.framesPerSecond", "Speed of preview and video.", { ...range(1, 120, "1/s"), fallback: 24 }),
  flag("output.preview", "An animated PNG of the movie, at most 320 pixels wide.", { fallback: true }),
  flag("output.contactSheet", "A PNG with frames from the whole movie.", { fallback: true }),
  flag("output.video", "An MP4, where ffmpeg is on PATH.", { fallback: true }),
  flag("output.events", "A CSV with each image of each star.", { fallback: true }),
];

/** Every field of a shot file, in the order of the file: check, default and help in one. */
export const FIELDS: readonly Field[] = [
  ...SPACETIME,
  ...TRAJECTORY,
  ...CAMERA,
  ...SKY,
  ...DISK,
  ...SAMPLING,
  ...PICTURE,
  ...OUTPUT,
];

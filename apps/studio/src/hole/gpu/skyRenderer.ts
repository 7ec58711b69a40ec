import type { ObserverView } from "@lightcone/relativity";
import type { CubeMap, SkyCubes } from "../thread/holeMessages.ts";
import { FRAGMENT_SHADER, VERTEX_SHADER } from "./shaders.ts";

/** Where the camera looks, and in which light. */
interface Sight {
  /** Turn to the right and up, in degrees. */
  readonly azDeg: number;
  readonly elDeg: number;
  readonly hfovDeg: number;
  /** Multiplier of light. */
  readonly exposure: number;
  readonly hasMilkyWay: boolean;
  readonly hasStars: boolean;
}

/** What is seen of a sky that is not there yet. */
const NO_SKY: CubeMap = { edgePx: 1, faces: new Uint8Array(24), scale: 1 };

/** Draws an observer's view on the graphics card, through its mesh: turning the camera needs no ray. */
export interface SkyRenderer {
  setView(view: ObserverView): void;
  setSky(cubes: SkyCubes): void;
  draw(sight: Sight): void;
}

/** A renderer on a canvas; undefined where there is no WebGL 2. */
export function openSkyRenderer(canvas: HTMLCanvasElement): SkyRenderer | undefined {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, depth: false });
  if (gl === null) return undefined;
  const program = linkProgram(gl);
  gl.useProgram(program);
  const place = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
  ["panorama", "stars", "temperatures"].forEach((name, unit) => {
    gl.uniform1i(place(name), unit);
  });
  const places = {
    turn: place("turn"),
    scale: place("scale"),
    exposure: place("exposure"),
    disk: place("disk"),
    horizon: place("horizon"),
    starScale: place("starScale"),
    shown: place("shown"),
  };
  const mesh = openMesh(gl, program);
  const panorama = gl.createTexture();
  const stars = gl.createTexture();
  const temperatures = gl.createTexture();
  const setSky = (cubes: SkyCubes): void => {
    setCube(gl, { unit: 0, texture: panorama, cube: cubes.panorama });
    setCube(gl, { unit: 1, texture: stars, cube: cubes.stars });
    gl.uniform1f(places.starScale, cubes.stars.scale);
  };
  setSky({ panorama: NO_SKY, stars: NO_SKY });
  return {
    setView(view) {
      mesh.set(view);
      setTemperatures(gl, temperatures, view);
      gl.uniform1f(places.horizon, Math.max(view.horizonM, 1e-3));
      const { disk } = view;
      if (disk === undefined) gl.uniform4f(places.disk, 0, 1, 0, 0);
      else {
        const [inner, outer] = [Math.sqrt(disk.innerRadiusM), Math.sqrt(disk.outerRadiusM)];
        gl.uniform4f(places.disk, inner, outer, disk.brightness, disk.opacity === "opaque" ? 1 : 0);
      }
    },
    setSky,
    draw({ azDeg, elDeg, hfovDeg, exposure, hasMilkyWay, hasStars }) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      const focal = 1 / Math.tan((hfovDeg * Math.PI) / 360);
      gl.uniform2f(places.scale, focal, (focal * canvas.width) / canvas.height);
      gl.uniformMatrix3fv(places.turn, false, turnMatrix(azDeg, elDeg));
      gl.uniform1f(places.exposure, exposure);
      gl.uniform2f(places.shown, hasMilkyWay ? 1 : 0, hasStars ? 1 : 0);
      mesh.draw();
    },
  };
}

/** Columns of the matrix that turns (right, up, forward) of the observer into those of the camera. */
function turnMatrix(azDeg: number, elDeg: number): Float32Array {
  const [az, el] = [(azDeg * Math.PI) / 180, (elDeg * Math.PI) / 180];
  const [ca, sa, ce, se] = [Math.cos(az), Math.sin(az), Math.cos(el), Math.sin(el)];
  return Float32Array.of(ca, -sa * se, sa * ce, 0, ce, se, -sa, -ca * se, ca * ce);
}

/** Names of the crossings in the shader, as many as a view has. */
const CROSSING_NAMES = ["first", "second", "third"] as const;

interface Mesh {
  set(view: ObserverView): void;
  draw(): void;
}

function openMesh(gl: WebGL2RenderingContext, program: WebGLProgram): Mesh {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const column = (names: readonly string[], components: number): WebGLBuffer => {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    names.forEach((name, index) => {
      const attribute = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(attribute);
      const bytes = 4 * components;
      gl.vertexAttribPointer(attribute, components, gl.FLOAT, false, bytes * names.length, bytes * index);
    });
    return buffer;
  };
  const buffers = {
    local: column(["local"], 3),
    sky: column(["sky"], 3),
    redshiftG: column(["redshiftG"], 1),
    crossings: column(CROSSING_NAMES, 2),
  };
  const triangles = gl.createBuffer();
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
  let count = 0;
  return {
    set(view) {
      for (const name of ["local", "sky", "redshiftG", "crossings"] as const) {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[name]);
        gl.bufferData(gl.ARRAY_BUFFER, view[name], gl.DYNAMIC_DRAW);
      }
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, view.triangles, gl.DYNAMIC_DRAW);
      count = view.triangles.length;
    },
    draw: () => gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0),
  };
}

function setTemperatures(gl: WebGL2RenderingContext, texture: WebGLTexture, { disk }: ObserverView): void {
  const column = disk?.temperatureK ?? Float32Array.of(0);
  gl.activeTexture(gl.TEXTURE2);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, column.length, 1, 0, gl.RED, gl.FLOAT, column);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}

interface CubePlace {
  readonly unit: number;
  readonly texture: WebGLTexture;
  readonly cube: CubeMap;
}

function setCube(gl: WebGL2RenderingContext, { unit, texture, cube: { edgePx, faces } }: CubePlace): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture);
  const bytes = 4 * edgePx * edgePx;
  for (let face = 0; face < 6; face++) {
    const part = faces.subarray(face * bytes, (face + 1) * bytes);
    const target = gl.TEXTURE_CUBE_MAP_POSITIVE_X + face;
    gl.texImage2D(target, 0, gl.SRGB8_ALPHA8, edgePx, edgePx, 0, gl.RGBA, gl.UNSIGNED_BYTE, part);
  }
  gl.generateMipmap(gl.TEXTURE_CUBE_MAP);
  gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
}

function linkProgram(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  gl.attachShader(program, compileShader(gl, gl.VERTEX_SHADER, VERTEX_SHADER));
  gl.attachShader(program, compileShader(gl, gl.FRAGMENT_SHADER, FRAGMENT_SHADER));
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  throw new Error(
    `the sky's shaders do not fit each other: ${gl.getProgramInfoLog(program) ?? "no reason given"}`,
  );
}

function compileShader(gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (shader === null) throw new Error("the graphics card gives no shader: its context was lost");
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return shader;
  throw new Error(
    `a shader of the sky is not understood: ${gl.getShaderInfoLog(shader) ?? "no reason given"}`,
  );
}

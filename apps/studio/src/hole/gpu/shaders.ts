/** Turns each direction of the observer's frame into a place on the picture. */
export const VERTEX_SHADER = `#version 300 es
in vec3 local;
in vec3 sky;
in float redshiftG;
in vec2 first;
in vec2 second;
in vec2 third;
uniform float horizon;
uniform mat3 turn;
uniform vec2 scale;
out vec3 vSky;
out vec2 vShift;
out vec3 vFirst;
out vec3 vSecond;
out vec3 vThird;

// Inverse radius, shift and share of a crossing. A ray that falls into the hole before it crosses is beyond the disk's
// inner edge, one that escapes beyond the outer. A shift that not all corners have is weighed by who has it: divided
// by the share, it is their mean.
vec3 weighed(vec2 crossing) {
  if (crossing.x > 0.0) return vec3(1.0 / crossing.x, crossing.y, 1.0);
  return vec3(redshiftG > 0.0 ? 0.0 : 1.0 / horizon, 0.0, 0.0);
}

void main() {
  vec3 seen = turn * local;
  gl_Position = vec4(scale * seen.xy, 0.0, seen.z);
  vSky = sky;
  vShift = redshiftG > 0.0 ? vec2(redshiftG, 1.0) : vec2(0.0);
  vFirst = weighed(first);
  vSecond = weighed(second);
  vThird = weighed(third);
}
`;

/**
 * Light of disk and sky, shifted, exposed and toned as the painter does it; black bodies by three wavelengths.
 */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp samplerCube;
in vec3 vSky;
in vec2 vShift;
in vec3 vFirst;
in vec3 vSecond;
in vec3 vThird;
uniform samplerCube panorama;
uniform samplerCube stars;
uniform float starScale;
uniform vec2 shown; // of panorama and stars: 1, or 0 where they are left out
uniform sampler2D temperatures;
uniform vec4 disk; // roots of inner and outer radius, brightness (0: none), 1 where opaque
uniform float exposure;
out vec4 colour;

const vec3 WAVELENGTHS_NM = vec3(610.0, 550.0, 465.0);
const float RADIATION_NM_K = 1.438776877e7;
const float WHITE_K = 6504.0;

vec3 planck(float temperatureK) {
  return exp(min(RADIATION_NM_K / (WAVELENGTHS_NM * temperatureK), vec3(80.0))) - 1.0;
}

vec3 shifted(float g) {
  return planck(WHITE_K) / planck(g * WHITE_K);
}

// Light of a crossing, and 1 where it is within the disk.
vec4 diskLight(vec3 crossing) {
  if (crossing.x <= 0.0 || crossing.z <= 0.0 || disk.z <= 0.0) return vec4(0.0);
  float place = (inversesqrt(crossing.x) - disk.x) / (disk.y - disk.x);
  if (place < 0.0 || place > 1.0) return vec4(0.0);
  float width = float(textureSize(temperatures, 0).x - 1);
  float left = floor(place * width);
  float here = texelFetch(temperatures, ivec2(int(left), 0), 0).r;
  float there = texelFetch(temperatures, ivec2(int(min(left + 1.0, width)), 0), 0).r;
  float seenK = crossing.y / crossing.z * mix(here, there, place * width - left);
  return vec4(seenK > 150.0 ? disk.z * planck(WHITE_K) / planck(seenK) : vec3(0.0), 1.0);
}

vec3 toned(vec3 light) {
  float brightest = max(light.r, max(light.g, light.b));
  if (brightest <= 0.7) return light;
  float over = brightest - 0.7;
  return light * ((0.7 + 0.3 * over / (over + 0.3)) / brightest);
}

vec3 encoded(vec3 light) {
  return mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, 12.92 * light, lessThanEqual(light, vec3(0.0031308)));
}

vec3 over(vec4 front, vec3 behind) {
  return front.rgb + (front.a * disk.w > 0.5 ? vec3(0.0) : behind);
}

void main() {
  vec3 direction = normalize(vSky + vec3(0.0, 0.0, 1e-9));
  vec3 open = shown.x * texture(panorama, direction).rgb + shown.y * texture(stars, direction).rgb / starScale;
  float share = vShift.y;
  float g = share > 0.0 ? vShift.x / share : 1.0;
  vec3 light = share > 0.5 ? open * shifted(g) : vec3(0.0);
  // From the back to the front.
  // The third image is finer than a triangle along the shadow: there it would be teeth instead of a hairline.
  if (vThird.z > 0.99) light = over(diskLight(vThird), light);
  light = over(diskLight(vSecond), light);
  light = over(diskLight(vFirst), light);
  colour = vec4(encoded(toned(light * exposure)), 1.0);
}
`;

export type KernelVariant = "release" | "debug";

export interface Kernel {
  readonly name: string;
  readonly packageName: string;
  readonly entry: string;
  readonly sources: readonly string[];
}

export function findKernels(): Kernel[];
export function kernelFile(kernel: Kernel, variant: KernelVariant): string;
export function compileKernel(kernel: Kernel, variant: KernelVariant): Promise<Uint8Array>;
export function buildKernels(options: { variant: KernelVariant; record?: boolean }): Promise<void>;

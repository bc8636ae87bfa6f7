/** Waits, without keeping a process alive that has nothing else to do: a fake that is closed ends at once. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/** State that is looked at from several places of a page. */
export interface Store<State extends object> {
  /** The state as it is now; never changed in place. */
  get(): State;
  /** Puts some fields in place of the present ones and tells every watcher. */
  set(change: Partial<State>): void;
  /**
   * Calls back at once and after every change of what `select` gives (compared by identity).
   * @returns ends the watching
   */
  watch<Part>(select: (state: State) => Part, see: (part: Part) => void): () => void;
}

/** A store that begins with a state. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const look of [...watchers]) look();
    },
    watch(select, see) {
      let seen = select(state);
      const look = (): void => {
        const part = select(state);
        if (Object.is(part, seen)) return;
        seen = part;
        see(part);
      };
      watchers.add(look);
      see(seen);
      return () => watchers.delete(look);
    },
  };
}

// The values that the scripts of the page for checking games share; engine/FORMATS.md describes them.

interface LogRow {
  number: number;
  /** From 0; null for the start. */
  seat: number | null;
  move: string;
  /** A JSON list as one string. */
  events: string;
  digest: string;
  hash: string;
}

interface GameLog {
  format: string;
  game: string;
  name: string;
  ruleset: string;
  version: number;
  players: string[];
  board: string;
  options: Record<string, unknown>;
  commitment: string;
  seed: string;
  rows: LogRow[];
}

/** An event as its JSON says: nothing about it is certain but its type. */
type GameEvent = { type: string } & Record<string, unknown>;

/** Random draws that follow from a seed; counts them. */
interface Draws {
  shuffle(cards: number[], label: string): number[];
  below(n: number, label: string): number;
  readonly count: number;
}

/** The position of a game, which follows from its events. */
interface GameFold {
  /** Throws a LogFault if the event cannot have happened in this position. */
  apply(event: GameEvent): void;
  /** The canonical text of the position. */
  text(): string;
  readonly over: boolean;
  readonly scores: number[];
  /** How many cards were compared with a shuffle. */
  readonly cards: number;
}

/** What the page knows of one game. */
interface GameChecker {
  versions: number[];
  begin(log: GameLog, draws: Draws): GameFold;
}

/** Something that does not match; row 0 is the head of the file. */
interface Difference {
  row: number;
  code: string;
  values: Record<string, string | number>;
}

type CheckName = "commitment" | "rows" | "draws" | "positions" | "emails";

interface Check {
  name: CheckName;
  verdict: "good" | "bad" | "unknown";
  /** Numbers and words for the sentence about it. */
  values: Record<string, string | number>;
  difference: Difference | null;
}

interface CheckReport {
  log: GameLog;
  checks: Check[];
  /** The difference in the lowest row; null if everything matches. */
  first: Difference | null;
  /** Null if the page does not know the game. */
  scores: number[] | null;
}

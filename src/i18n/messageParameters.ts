/**
 * Types that derive the parameters of an ICU message from its text, so that the type checker checks calls such as
 * `text('data.rows', { count })`. Types only, without run-time code.
 *
 * The types parse from brace to brace: `Text` reads text up to an argument or the end of a case, `Argument` reads one argument, `Cases` the
 * cases of a plural or select. `Open` has one entry per open case, to distinguish the end of a case from the end of an argument.
 */

type Trim<S extends string> = S extends ` ${infer Rest}` ? Trim<Rest> : S extends `${infer Rest} ` ? Trim<Rest> : S;

type Text<S extends string, Open extends unknown[]> = S extends `${infer Before}{${infer After}`
  ? Before extends `${infer _End}}${infer Rest}`
    ? EndOfCase<`${Rest}{${After}`, Open>
    : Argument<After, Open>
  : S extends `${infer _End}}${infer Rest}`
    ? EndOfCase<Rest, Open>
    : // biome-ignore lint/complexity/noBannedTypes: no further parameter is the empty object type
      {};

type EndOfCase<S extends string, Open extends unknown[]> = Open extends [unknown, ...infer Outer]
  ? Cases<S, Outer>
  : // An unmatched closing brace: the message is invalid, which the catalogue check reports.
    // biome-ignore lint/complexity/noBannedTypes: as above
    {};

type Argument<S extends string, Open extends unknown[]> = S extends `${infer Inner}}${infer Rest}`
  ? Inner extends `${infer Name},${infer Format}`
    ? Trim<Format> extends `plural${string}` | `selectordinal${string}`
      ? { [K in Trim<Name>]: number } & CasesAfterComma<S, Open>
      : Trim<Format> extends `select${string}`
        ? { [K in Trim<Name>]: string | boolean } & CasesAfterComma<S, Open>
        : { [K in Trim<Name>]: number } & Text<Rest, Open>
    : { [K in Trim<Inner>]: string | number | bigint } & Text<Rest, Open>
  : // biome-ignore lint/complexity/noBannedTypes: as above
    {};

/** `S` starts at the argument's name: skips "name, plural," and reads the cases. */
type CasesAfterComma<S extends string, Open extends unknown[]> = S extends `${string},${string},${infer Rest}`
  ? Cases<Rest, Open>
  : unknown;

type Cases<S extends string, Open extends unknown[]> = S extends `${infer Before}{${infer After}`
  ? Before extends `${infer _End}}${infer Rest}`
    ? Text<`${Rest}{${After}`, Open>
    : Text<After, [unknown, ...Open]>
  : S extends `${infer _End}}${infer Rest}`
    ? Text<Rest, Open>
    : unknown;

type Flat<T> = { [K in keyof T]: T[K] };

/** The parameters of a message, by name; an empty object type if it has none. */
export type MessageParameters<Message extends string> = Flat<Text<Message, []>>;

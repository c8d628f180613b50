/** A type or a directive with its `@`, a member of the type, and an argument of that member or directive. */
export interface Coordinate {
  name: string | undefined;
  member: string | undefined;
  argument: string | undefined;
}

/** A schema coordinate: `Type`, `Type.member`, `Type.field(argument:)`, `@directive` or `@directive(argument:)`. */
const COORDINATE = /^(@?\w+)(?:\.(\w+))?(?:\((\w+):\))?$/;

/** Returns what the address of a page names. The path is a schema coordinate, or a type name and a member name. */
export function coordinateOf([first, second]: readonly string[]): Coordinate {
  const [, name = first, member, argument] = COORDINATE.exec(first ?? '') ?? [];
  return { name, member: second ?? member, argument };
}

/** Returns the text of a coordinate. */
export const coordinateText = ({ name = '', member, argument }: Coordinate): string =>
  `${name}${member === undefined ? '' : `.${member}`}${argument === undefined ? '' : `(${argument}:)`}`;

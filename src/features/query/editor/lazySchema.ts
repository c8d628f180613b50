/**
 * A graphql-js schema based on the model of the page. Each type is created when it is first looked up by name, and its fields when they are
 * first read. `buildClientSchema` of graphql-js creates all of them at once, which for GitHub's schema takes longer than everything else
 * the editor needs, and more memory than the model. The schema is for reading (completion, validation, hover); nothing can be executed on
 * it, and it only knows whether an argument has a default value.
 */
import {
  type DirectiveLocation,
  type GraphQLAbstractType,
  type GraphQLArgumentConfig,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  introspectionTypes,
  isInterfaceType,
  isObjectType,
  specifiedDirectives,
  specifiedScalarTypes,
} from 'graphql';
import type { ArgumentModel, FieldModel, SchemaModel, TypeModel, TypeRef } from '../../../schema/model/schemaModel';

/** Creates the schema of a model. */
export function lazySchema(model: SchemaModel): GraphQLSchema {
  return new LazySchema(model);
}

/** Types that are the same in every schema. */
const STANDARD: ReadonlyMap<string, GraphQLNamedType> = new Map(
  [...specifiedScalarTypes, ...introspectionTypes].map(type => [type.name, type]),
);

/** The types that introspection uses: they are in every schema, whether listed or not. */
const ALWAYS: ReadonlySet<string> = new Set(['String', 'Boolean', ...introspectionTypes.map(({ name }) => name)]);

class LazySchema extends GraphQLSchema {
  readonly #model: SchemaModel;
  readonly #types = new Map<string, GraphQLNamedType>();
  readonly #wrapped = new Map<TypeRef, GraphQLType>();
  #directives: readonly GraphQLDirective[] | null = null;
  #typeMap: ReturnType<GraphQLSchema['getTypeMap']> | null = null;
  #interfacesOf: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(model: SchemaModel) {
    // Not validated, because the user of an API cannot fix its schema.
    super({ description: model.description, types: [], directives: [], assumeValid: true });
    this.#model = model;
  }

  override getQueryType() {
    return this.#object(this.#model.queryType.name);
  }

  override getMutationType() {
    return this.#object(this.#model.mutationType?.name);
  }

  override getSubscriptionType() {
    return this.#object(this.#model.subscriptionType?.name);
  }

  override getRootType(operation: Parameters<GraphQLSchema['getRootType']>[0]) {
    if (operation === 'query') return this.getQueryType();
    return operation === 'mutation' ? this.getMutationType() : this.getSubscriptionType();
  }

  override getType(name: string): GraphQLNamedType | undefined {
    const cached = this.#types.get(name);
    if (cached) return cached;
    const found = this.#model.types.get(name);
    if (!found && !ALWAYS.has(name)) return undefined;
    const type = STANDARD.get(name) ?? (found && this.#make(found));
    if (type) this.#types.set(name, type);
    return type;
  }

  override getTypeMap() {
    if (this.#typeMap) return this.#typeMap;
    const map: Record<string, GraphQLNamedType> = Object.create(null);
    for (const name of [...this.#model.types.keys(), ...ALWAYS]) {
      const type = this.getType(name);
      if (type) map[name] = type;
    }
    this.#typeMap = map;
    return map;
  }

  override getPossibleTypes(type: GraphQLAbstractType) {
    return isInterfaceType(type) ? this.getImplementations(type).objects : type.getTypes();
  }

  override getImplementations(type: GraphQLInterfaceType) {
    const found = this.#model.types.get(type.name);
    const objects = found?.kind === 'interface' ? found.possibleTypes.map(name => this.getType(name)) : [];
    this.#interfacesOf ??= implementingInterfaces(this.#model);
    const interfaces = (this.#interfacesOf.get(type.name) ?? []).map(name => this.getType(name));
    return { objects: objects.filter(isObjectType), interfaces: interfaces.filter(isInterfaceType) };
  }

  override isSubType(type: GraphQLAbstractType, other: GraphQLObjectType | GraphQLInterfaceType): boolean {
    if (!isInterfaceType(type)) return type.getTypes().some(member => member === other);
    const { objects, interfaces } = this.getImplementations(type);
    return objects.some(each => each === other) || interfaces.some(each => each === other);
  }

  override getDirectives() {
    this.#directives ??= this.#makeDirectives();
    return this.#directives;
  }

  override getDirective(name: string) {
    return this.getDirectives().find(directive => directive.name === name);
  }

  override toConfig() {
    return {
      ...super.toConfig(),
      query: this.getQueryType(),
      mutation: this.getMutationType(),
      subscription: this.getSubscriptionType(),
    };
  }

  #object(name: string | undefined): GraphQLObjectType | undefined {
    const type = name === undefined ? undefined : this.getType(name);
    return isObjectType(type) ? type : undefined;
  }

  #make(type: TypeModel): GraphQLNamedType {
    const { name, description } = type;
    switch (type.kind) {
      case 'object':
        return new GraphQLObjectType({
          name,
          description,
          interfaces: () => this.#interfaces(type.interfaces),
          fields: () => this.#fields(type.fields),
        });
      case 'interface':
        return new GraphQLInterfaceType({
          name,
          description,
          interfaces: () => this.#interfaces(type.interfaces),
          fields: () => this.#fields(type.fields),
        });
      case 'union':
        return new GraphQLUnionType({
          name,
          description,
          types: () => type.possibleTypes.map(member => this.getType(member)).filter(isObjectType),
        });
      case 'enum':
        return new GraphQLEnumType({
          name,
          description,
          values: () => byName(type.values, ({ description, deprecationReason }) => ({ description, deprecationReason })),
        });
      case 'input':
        return new GraphQLInputObjectType({
          name,
          description,
          isOneOf: type.isOneOf,
          fields: () => this.#arguments(type.inputFields),
        });
      case 'scalar':
        return new GraphQLScalarType({ name, description, specifiedByURL: type.specifiedBy });
    }
  }

  #interfaces(names: readonly string[]): GraphQLInterfaceType[] {
    return names.map(name => this.getType(name)).filter(isInterfaceType);
  }

  #fields(fields: ReadonlyMap<string, FieldModel>): Record<string, GraphQLFieldConfig<unknown, unknown>> {
    return byName(fields.values(), ({ description, type, args, deprecationReason }) => ({
      description,
      type: this.#type(type) as GraphQLOutputType,
      args: this.#arguments(args),
      deprecationReason,
    }));
  }

  #arguments(args: ReadonlyMap<string, ArgumentModel>): Record<string, InputConfig> {
    return byName(args.values(), ({ description, type, defaultValue, deprecationReason }) => ({
      description,
      type: this.#type(type) as GraphQLInputType,
      // The text of the default value. Only its presence matters here.
      defaultValue: defaultValue ?? undefined,
      deprecationReason,
    }));
  }

  /** @throws Error for a type that is not in the schema; models do not refer to such types */
  #type(ref: TypeRef): GraphQLType {
    const cached = this.#wrapped.get(ref);
    if (cached) return cached;
    const made = this.#makeType(ref);
    this.#wrapped.set(ref, made);
    return made;
  }

  #makeType(ref: TypeRef): GraphQLType {
    if (ref.kind === 'list') return new GraphQLList(this.#type(ref.of));
    if (ref.kind === 'nonNull') return new GraphQLNonNull(this.#type(ref.of) as GraphQLNullableType);
    const type = this.getType(ref.name);
    if (!type) throw new Error(`The schema holds no type ${ref.name}`);
    return type;
  }

  #makeDirectives(): readonly GraphQLDirective[] {
    const { directives } = this.#model;
    // If the server lists no directives, those of the specification are used.
    if (directives.size === 0) return specifiedDirectives;
    return [...directives.values()].map(
      ({ name, description, isRepeatable, locations, args }) =>
        new GraphQLDirective({
          name,
          description,
          isRepeatable,
          locations: locations as DirectiveLocation[],
          args: this.#arguments(args),
        }),
    );
  }
}

/** The known properties of an argument or input field. */
type InputConfig = Pick<GraphQLArgumentConfig, 'description' | 'type' | 'defaultValue' | 'deprecationReason'>;

/** Returns the interfaces that implement each interface. */
function implementingInterfaces(model: SchemaModel): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const type of model.types.values()) {
    if (type.kind !== 'interface') continue;
    for (const name of type.interfaces) {
      const existing = found.get(name);
      if (existing) existing.push(type.name);
      else found.set(name, [type.name]);
    }
  }
  return found;
}

/** Has no prototype, so that `__proto__` is an ordinary name. */
function byName<T extends { name: string }, C>(items: Iterable<T>, make: (item: T) => C): Record<string, C> {
  const found: Record<string, C> = Object.create(null);
  for (const item of items) found[item.name] = make(item);
  return found;
}

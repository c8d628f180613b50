/** A record's own page: /data/:collection/:id. Loaded when the first one is opened. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Customise } from '../../../parts/customise/Customise';
import type { Collection } from '../../../schema/collections/collections';
import { homeCollection } from '../../../schema/collections/homeCollection';
import { recordLayout } from '../../../schema/collections/recordLayout';
import { formatRecordRef, type RecordRef } from '../../../schema/collections/records';
import { readableKey } from '../../../schema/collections/recordTitle';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { href } from '../../../session/navigation/navigation';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { IconButton } from '../../../ui/inputs/Button';
import { CopyButton } from '../../../ui/text/CopyButton';
import { asRequest } from '../asRequest';
import { useTableView } from '../table/useTableView';
import { RecordBody } from './RecordBody';
import { rawText } from './RecordFields';
import { recordHref } from './recordAddress';
import { useOpenRecord } from './useOpenRecord';
import { useRecordLinks } from './useRecordLinks';
import '../data.css';

/** Props of `RecordScreen`. */
export interface RecordScreenProps {
  session: Session;
  model: SchemaModel;
  /** The collection that lists the record; null if its type has none. */
  collection: Collection | null;
  record: RecordRef;
}

/** Renders the page. */
export function RecordScreen({ session, model, collection, record: ref }: RecordScreenProps): ReactNode {
  const text = useText();
  const state = useTableView(session.navigation);
  const record = useOpenRecord(session, model, ref);
  const links = useRecordLinks(session, model, null);
  const home = collection ?? homeCollection(model, ref.typeName);
  const type = typeLabel(model, record.typeName);
  const id = formatRecordRef(model, ref);
  const [list] = recordLayout(model, record.typeName).lists.filter(entry => entry.mustFill.length === 0);
  return (
    <ScreenFrame
      crumbs={[
        { label: text('data.title'), href: '/' },
        ...(home ? [{ label: home.label, href: href(['data', home.id]) }] : [{ label: type }]),
        { label: record.title ?? text('data.recordOf', { type, id: readableKey(id) }) },
      ]}
      description={model.types.get(record.typeName)?.description}
      actions={
        <>
          <CopyButton label={text('data.copyId')} value={id} />
          <AsQueryButton request={() => asRequest(record.prepared)} />
          <IconButton icon="refresh" label={text('data.refresh')} busy={record.isLoading} onClick={record.refresh} />
          <Customise session={session} model={model} subject={{ offer: null, typeName: record.typeName }} name={type} />
          {record.row ? <CopyButton value={() => rawText(record.row)}>{text('data.copyJson')}</CopyButton> : null}
        </>
      }
    >
      <div className="record-page">
        <div className="record-page-inside">
          <RecordBody
            session={session}
            model={model}
            within={ref}
            record={record}
            links={links}
            nested={state.view.nested}
            level={2}
            // A full page has room to expand the first list.
            first={list ? [{ field: list.field.name, page: null }] : []}
            onNested={nested => state.change({ nested }, { replace: true })}
            onDeleted={() => session.navigation.go(home ? href(['data', home.id]) : '/', { replace: true })}
            onCreated={made => {
              if (made !== null) session.navigation.go(recordHref(model, made));
            }}
          />
        </div>
      </div>
    </ScreenFrame>
  );
}

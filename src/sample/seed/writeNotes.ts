/** Remarks of the harbour office: most visits have none or a line, a few a whole log, so that the screens have long texts to show. */
import type { Random } from './createRandom';

const REMARKS = [
  'Fresh water 120 t requested on arrival.',
  'Crew change: four off, five on; the agent arranges transport.',
  'Bunkers by barge from 14:00, no hot work meanwhile.',
  'Draught survey before and after discharge.',
  'Starboard side alongside.',
  'Gangway net to be rigged before the first visitor boards.',
  'Two tugs ordered for departure because of the forecast north-westerly.',
  'Gear on hatch 3 is out of use; shore crane takes over.',
  'Garbage landing: two skips, plastics apart.',
  'Customs asks for sealed stores to stay sealed.',
  'Provisions delivered by truck at the gate, driver on the list.',
  'Pilot boards two miles further out than usual on account of swell.',
  'Shore power connected; the ship’s generators are off.',
  'The master asks for a doctor’s visit for one crew member, not urgent.',
  'Port state control announced an inspection.',
  'Reefers: 84 plugs needed.',
];
const LOG_LINES = [
  'all fast, gangway down',
  'discharge begun with two gangs',
  'rain, hatches closed',
  'hatches open, work goes on',
  'shift change, nothing to report',
  'inspection of hold 2: clean and dry',
  'short stop: spreader exchanged',
  'surveyor on board',
  'surveyor ashore, figures agreed',
  'bunkering completed, hoses off',
  'lashing finished in bays 14 to 22',
  'tugs ordered for departure',
];

/** Returns the notes of one visit; null in about half the cases. */
export function writeNotes(random: Random, ship: string, berth: string): string | null {
  const kind = random.next();
  if (kind < 0.5) return null;
  if (kind < 0.99) return Array.from({ length: random.whole(1, 4) }, () => random.pick(REMARKS)).join(' ');
  const hours = random.whole(24, 90);
  const start = random.whole(0, 23);
  const lines = Array.from({ length: hours }, (_, hour) => {
    const time = `${String((start + hour) % 24).padStart(2, '0')}:${random.pick(['00', '10', '25', '40', '55'])}`;
    return `${time}  ${random.pick(LOG_LINES)}`;
  });
  return `Log of the stay of ${ship} at ${berth}\n\n${lines.join('\n')}\n\n${random.pick(REMARKS)}`;
}

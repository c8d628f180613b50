import { fireEvent, screen } from '@testing-library/react';
import { Button, IconButton } from '../../../src/ui/inputs/Button';
import { Field, FieldGroup } from '../../../src/ui/inputs/Field';
import { SearchInput } from '../../../src/ui/inputs/SearchInput';
import { Checkbox, RadioGroup, Segments, Select } from '../../../src/ui/inputs/Select';
import { TextInput } from '../../../src/ui/inputs/TextInput';
import { renderWithLanguage } from '../../support/testLanguage';

describe('a button', () => {
  it('is disabled while it is busy, and announces it', () => {
    const onClick = jest.fn();
    renderWithLanguage(
      <Button busy onClick={onClick}>
        Send
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('has a name if it shows only an icon, and does not submit a form by default', () => {
    renderWithLanguage(<IconButton icon="close" label="Close" />);
    expect(screen.getByRole('button', { name: 'Close' }).getAttribute('type')).toBe('button');
  });
});

describe('a field', () => {
  it('connects label, help and error with its control', () => {
    renderWithLanguage(
      <Field label="Length" help="In metres" error="Too long" required>
        {control => <TextInput {...control} value="1" onChange={() => {}} />}
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Length' });
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent);
    expect(described).toEqual(['Too long', 'In metres']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('has no description without help and error', () => {
    renderWithLanguage(<Field label="Name">{control => <TextInput {...control} value="" onChange={() => {}} />}</Field>);
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect([input.hasAttribute('aria-describedby'), input.hasAttribute('aria-invalid')]).toEqual([false, false]);
  });

  it('is a named group for several controls', () => {
    renderWithLanguage(
      <FieldGroup label="Flag" error="Choose one">
        <RadioGroup value={null} onChange={() => {}} options={[{ value: 'no', label: 'Norway' }]} />
      </FieldGroup>,
    );
    expect(screen.getByRole('group', { name: 'Flag' })).toBeTruthy();
    expect(screen.getByText('Choose one')).toBeTruthy();
  });
});

describe('choices', () => {
  it('report the chosen value', () => {
    const chosen = jest.fn();
    renderWithLanguage(
      <>
        <Select
          aria-label="Type"
          value="a"
          onChange={chosen}
          options={[
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B', group: 'More' },
          ]}
        />
        <Segments
          label="Theme"
          value="dark"
          onChange={chosen}
          options={[
            { value: 'light', label: 'Light', icon: 'sun' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Checkbox label="Persist" checked={false} onChange={chosen} />
      </>,
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'b' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Light' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Persist' }));
    expect(chosen.mock.calls).toEqual([['b'], ['light'], [true]]);
    expect(screen.getByRole('group', { name: 'More' })).toBeTruthy();
  });

  it('show a mixed checkbox if a part of a group is chosen', () => {
    renderWithLanguage(<Checkbox label="All" checked={false} mixed onChange={() => {}} />);
    expect((screen.getByRole('checkbox') as HTMLInputElement).indeterminate).toBe(true);
  });
});

describe('the search box', () => {
  it('is cleared by Esc, which has its usual effect only when the box is empty', () => {
    const onChange = jest.fn();
    const outer = jest.fn();
    const { rerender } = renderWithLanguage(
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
      <div onKeyDown={outer}>
        <SearchInput label="Search" value="ab" onChange={onChange} />
      </div>,
    );
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Search' }), { key: 'Escape' });
    expect(onChange).toHaveBeenCalledWith('');
    expect(outer).not.toHaveBeenCalled();
    rerender(
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
      <div onKeyDown={outer}>
        <SearchInput label="Search" value="" onChange={onChange} />
      </div>,
    );
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' });
    expect(outer).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

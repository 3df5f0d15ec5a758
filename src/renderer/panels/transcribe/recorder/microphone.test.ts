// The microphone's level, and descriptions of its problems.
import { expect, test } from 'vitest'
import { toMeterLevel } from './microphone'
import { toMicrophones } from './microphone-choice'

test('the level is proportional to decibels', () => {
  const square = (amplitude: number) =>
    Array.from({ length: 64 }, (_, at) => (at % 2 ? amplitude : -amplitude))
  expect([0, 0.0001, 0.001, 10 ** -1.5, 1, 4].map((amplitude) => toMeterLevel(square(amplitude)))).toEqual([
    0,
    0,
    expect.closeTo(0, 6),
    expect.closeTo(0.5, 6),
    1,
    1,
  ])
})

test('each microphone is listed once, also before its name may be read', () => {
  const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label })
  expect(
    toMicrophones([
      device('audioinput', 'default', 'Default - Desk'),
      device('audioinput', 'a', 'Desk'),
      device('audioinput', 'b', ''),
      device('videoinput', 'c', 'Camera'),
    ]),
  ).toEqual([
    { deviceId: 'a', name: 'Desk' },
    { deviceId: 'b', name: 'Microphone 2' },
  ])
})

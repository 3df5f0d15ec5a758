// Draws the picture of a sample prompt, so that nothing has to be looked for on the disk.

const width = 800
const height = 500

/** A red house with a door under a yellow sun, on a green hill. */
export async function drawSample(): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be drawn.')
  const fill = (color: string, draw: () => void) => {
    context.fillStyle = color
    context.beginPath()
    draw()
    context.fill()
  }
  fill('#8ecae6', () => context.rect(0, 0, width, height))
  fill('#ffb703', () => context.arc(650, 110, 56, 0, Math.PI * 2))
  fill('#588157', () => context.ellipse(400, 560, 620, 220, 0, 0, Math.PI * 2))
  fill('#c1121f', () => context.rect(270, 230, 220, 150))
  fill('#6d4c41', () => drawRoof(context))
  fill('#fdf0d5', () => context.rect(355, 300, 50, 80))
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'house.png', { type: blob.type })
}

function drawRoof(context: OffscreenCanvasRenderingContext2D) {
  context.moveTo(245, 230)
  context.lineTo(380, 130)
  context.lineTo(515, 230)
}

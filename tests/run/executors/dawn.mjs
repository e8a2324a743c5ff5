// Runs cases on Dawn: compute dispatches over buffers, and draws into one colour target.

import { load_dawn, open_device } from '../../tools/dawn.mjs';
import { format_of } from '../formats.mjs';

const all_stages = () => GPUShaderStage.COMPUTE | GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT;

const round_up = (value, multiple) => Math.ceil(value / multiple) * multiple;

class DawnExecutor {
  target = 'wgsl';

  constructor(dawn) {
    this.gpu = dawn.create([]);
  }

  async open() {
    const { adapter, device } = await open_device(this.gpu);
    this.device = device;
    device.lost.then(() => {
      this.device = null;
    });
    this.facts = { subgroup_size: adapter.info.subgroupMinSize };
    return `${adapter.info.vendor} ${adapter.info.description}`;
  }

  missing_features(required) {
    return required.filter((feature) => !this.device.features.has(feature));
  }

  /** Runs `work` with every error of the device turned into an exception. */
  async checked(work) {
    const scopes = ['validation', 'out-of-memory', 'internal'];
    for (const scope of scopes) this.device.pushErrorScope(scope);
    let thrown = null;
    const result = await Promise.resolve().then(work).catch((error) => {
      thrown = error;
    });
    const errors = [];
    for (const _ of scopes) errors.push(await this.device.popErrorScope());
    const error = errors.find(Boolean) ?? thrown;
    if (error) throw new Error(error.message);
    return result;
  }

  async compile(text) {
    const module = this.device.createShaderModule({ code: text });
    const { messages } = await module.getCompilationInfo();
    const errors = messages.filter((message) => message.type === 'error');
    if (errors.length > 0) throw new Error(errors.map((error) => `wgsl:${error.lineNum}:${error.linePos}: ${error.message}`).join('\n'));
    return module;
  }

  make_buffer(bytes, usage) {
    const buffer = this.device.createBuffer({ size: round_up(bytes.byteLength, 4), usage: usage | GPUBufferUsage.COPY_DST });
    const padded = new Uint8Array(round_up(bytes.byteLength, 4));
    padded.set(bytes);
    this.device.queue.writeBuffer(buffer, 0, padded);
    return buffer;
  }

  make_texture({ format, size, bytes }) {
    const texture = this.device.createTexture({ format, size, usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
    this.device.queue.writeTexture({ texture }, bytes, { bytesPerRow: size[0] * format_of(format).bytes }, size);
    return texture.createView();
  }

  /** Every resource of the case with its layout entry and its binding, made once for all dispatches. */
  make_resources(run_case) {
    const buffer_types = { read: 'read-only-storage', read_write: 'storage', uniform: 'uniform' };
    const resources = run_case.buffers.map((source) => {
      const usage = (source.access === 'uniform' ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE) | GPUBufferUsage.COPY_SRC;
      const buffer = this.make_buffer(source.bytes, usage);
      return { ...source, buffer, layout: { buffer: { type: buffer_types[source.access] } }, resource: { buffer } };
    });
    for (const texture of run_case.textures) {
      const layout = { texture: { sampleType: format_of(texture.format).sample } };
      resources.push({ ...texture, layout, resource: this.make_texture(texture) });
    }
    for (const { filter, address, ...place } of run_case.samplers) {
      const sampler = this.device.createSampler({ magFilter: filter, minFilter: filter, addressModeU: address, addressModeV: address });
      resources.push({ ...place, layout: { sampler: { type: 'filtering' } }, resource: sampler });
    }
    return resources;
  }

  /** An explicit pipeline layout and its bind groups over `resources` (a layout may hold more than an entry uses). */
  bind(resources, stages) {
    const groups = Math.max(-1, ...resources.map((resource) => resource.group)) + 1;
    const layouts = [];
    const bind_groups = [];
    for (let group = 0; group < groups; group += 1) {
      const members = resources.filter((resource) => resource.group === group);
      const visibility = (member) => (member.access === 'read_write' ? stages & ~GPUShaderStage.VERTEX : stages);
      const layout = this.device.createBindGroupLayout({
        entries: members.map((member) => ({ binding: member.binding, visibility: visibility(member), ...member.layout })),
      });
      layouts.push(layout);
      bind_groups.push(this.device.createBindGroup({
        layout,
        entries: members.map(({ binding, resource }) => ({ binding, resource })),
      }));
    }
    return { layout: this.device.createPipelineLayout({ bindGroupLayouts: layouts }), bind_groups };
  }

  static used(resources, names) {
    return names ? resources.filter((resource) => names.includes(resource.name)) : resources;
  }

  async dispatch(module, entry, workgroups, resources) {
    const { layout, bind_groups } = this.bind(resources, all_stages());
    const pipeline = await this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint: entry } });
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    bind_groups.forEach((group, index) => pass.setBindGroup(index, group));
    pass.dispatchWorkgroups(...workgroups);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  async read_back(size, copy) {
    const staging = this.device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = this.device.createCommandEncoder();
    copy(encoder, staging);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const bytes = new Uint8Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return bytes;
  }

  async read_outputs(resources) {
    const outputs = new Map();
    for (const { name, buffer, bytes } of resources.filter((resource) => resource.buffer)) {
      const size = round_up(bytes.byteLength, 4);
      const all = await this.read_back(size, (encoder, staging) => encoder.copyBufferToBuffer(buffer, 0, staging, 0, size));
      outputs.set(name, all.slice(0, bytes.byteLength));
    }
    return outputs;
  }

  async draw(module, text, render, resources) {
    const { layout, bind_groups } = this.bind(resources, GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT);
    const [width, height] = render.target.size;
    const buffers = render.vertex_buffers.map(({ stride, step, attributes }) => ({
      arrayStride: stride,
      stepMode: step,
      attributes: attributes.map(([shaderLocation, format, offset]) => ({ shaderLocation, format, offset })),
    }));
    const depth = { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'less' };
    const pipeline = await this.device.createRenderPipelineAsync({
      layout,
      vertex: { module, entryPoint: text.entry(render.vertex), buffers },
      fragment: { module, entryPoint: text.entry(render.fragment), targets: [{ format: render.target.format }] },
      primitive: { topology: render.topology },
      ...(render.depth && { depthStencil: depth }),
    });
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
    const colour = this.device.createTexture({ format: render.target.format, size: [width, height], usage });
    const encoder = this.device.createCommandEncoder();
    const depth_texture = render.depth && this.device.createTexture({ format: depth.format, size: [width, height], usage });
    const pass = encoder.beginRenderPass({
      colorAttachments: [{ view: colour.createView(), clearValue: render.clear, loadOp: 'clear', storeOp: 'store' }],
      ...(render.depth && {
        depthStencilAttachment: { view: depth_texture.createView(), depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'store' },
      }),
    });
    pass.setPipeline(pipeline);
    bind_groups.forEach((group, index) => pass.setBindGroup(index, group));
    render.vertex_buffers.forEach(({ bytes }, slot) => pass.setVertexBuffer(slot, this.make_buffer(bytes, GPUBufferUsage.VERTEX)));
    pass.draw(render.vertices, render.instances);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
    return this.read_pixels(colour, render.target.format, width, height);
  }

  /** A function that gives the channels of pixel (x, y) of `texture`. */
  async read_pixels(texture, format, width, height) {
    const { bytes: texel, channels, read } = format_of(format);
    const bytesPerRow = round_up(width * texel, 256);
    const bytes = await this.read_back(bytesPerRow * height, (encoder, buffer) =>
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]));
    const view = new DataView(bytes.buffer);
    return (x, y) => Array.from({ length: channels }, (_, i) => read(view, y * bytesPerRow + x * texel, i));
  }

  /** Runs one case on its text: `{outputs, pixel}`. Throws when Dawn refuses any of it. */
  async run(run_case, text) {
    if (!this.device) await this.open();
    return this.checked(async () => {
      const module = await this.compile(text.text);
      const resources = this.make_resources(run_case);
      for (const { entry, workgroups, uses } of run_case.dispatches) {
        await this.dispatch(module, text.entry(entry), workgroups, DawnExecutor.used(resources, uses));
      }
      const { render } = run_case;
      const pixel = render && (await this.draw(module, text, render, DawnExecutor.used(resources, render.uses)));
      return { outputs: await this.read_outputs(resources), pixel };
    });
  }
}

export async function make_executor() {
  return new DawnExecutor(await load_dawn());
}

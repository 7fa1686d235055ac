package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.util.RawValue;

/** Payload already written as JSON. Writers other than {@link TaskWriter} write the same JSON. */
final class WrittenPayload extends RawValue {

    private final byte[] json;

    WrittenPayload(byte[] json) {
        super(new String(json, UTF_8));
        this.json = json;
    }

    byte[] json() {
        return json;
    }
}

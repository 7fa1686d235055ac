package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.util.RawValue;

/** A payload that has been written already. To other writers than {@link TaskWriter} it is the same JSON. */
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

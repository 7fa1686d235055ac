package io.delayqueue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import redis.embedded.RedisExecProvider;

/** The {@code redis-server} that ships inside a Maven artifact, unpacked once per JVM. */
final class RedisBinary {

    static final Path PATH = unpack();

    private RedisBinary() {}

    private static Path unpack() {
        try {
            return RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.delayqueue.benchmarks.contender.ancestor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.RedisClient;

/**
 * Lua script that is loaded on the server.
 *
 * @param sha its digest on the server
 */
record Script(String sha) {

    /** Loads a script on the server. */
    static Script load(RedisClient client, String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("There is no script " + name + ".lua");
            }
            return new Script(client.scriptLoad(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

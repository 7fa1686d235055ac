package io.delayqueue.benchmarks.contender.ancestor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.RedisClient;

/**
 * A Lua script that the server knows.
 *
 * @param sha by what the server knows it
 */
record Script(String sha) {

    /** Has the server learn a script. */
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

package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

/** The digests by which requests name the scripts, for tests that lie in wait for such a request. */
public final class ScriptDigests {

    private ScriptDigests() {}

    /** The digest of a script by the name of its file; the server loads it, so that no request for it is in vain. */
    public static String load(UnifiedJedis server, String file) {
        Script script = Script.valueOf(file.toUpperCase(Locale.ROOT));
        return server.scriptLoad(new String(script.file().source, UTF_8));
    }

    /** The digest of a script by the name of its file. */
    public static String of(String file) {
        return new String(Script.valueOf(file.toUpperCase(Locale.ROOT)).file().sha, UTF_8);
    }

    /** The names of the scripts that a server has never run since it began or forgot them. */
    public static List<String> neverRun(Jedis server) {
        return Stream.of(Script.values())
                .map(Script::name)
                .filter(name -> !server.scriptExists(of(name)))
                .toList();
    }
}

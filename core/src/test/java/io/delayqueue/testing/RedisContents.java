package io.delayqueue.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.RedisClient;

/**
 * All that a server holds, to the byte.
 *
 * @param keys how many keys there are
 * @param digest of every key's name, its value as {@code DUMP} gives it, and when it expires
 * @param writes how many writes there have been, those too that left everything as it was
 */
public record RedisContents(int keys, String digest, String writes) {

    /** Reads them. */
    public static RedisContents of(RedisClient client) {
        MessageDigest digest = sha256();
        List<String> keys =
                client.keys("*").stream().sorted(Comparator.naturalOrder()).toList();
        for (String key : keys) {
            byte[] name = key.getBytes(UTF_8);
            digest.update(name);
            digest.update(client.dump(name));
            digest.update(Long.toString(client.pexpireTime(key)).getBytes(UTF_8));
        }
        return new RedisContents(keys.size(), HexFormat.of().formatHex(digest.digest()), writes(client));
    }

    private static String writes(RedisClient client) {
        String info = client.info("persistence");
        return info.lines()
                .filter(line -> line.startsWith("rdb_changes_since_last_save:"))
                .findFirst()
                .orElseThrow();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

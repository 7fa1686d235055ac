package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Lua scripts, each a step in the life of a task; their files say what they take and return. */
enum Script {
    ADD,
    PUSH,
    RESIGN,
    RESERVE,
    RECLAIM,
    FINISH,
    RETRY,
    BURY,
    RELEASE,
    RENEW,
    FIND,
    POKE,
    REGISTER,
    CANCEL_REGISTRATION;

    private static final Pattern INCLUDE = Pattern.compile("(?m)^--#include (\\w+)$");

    private final byte[] source;

    private final byte[] sha;

    Script() {
        String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".lua";
        this.source = read(file).getBytes(UTF_8);
        this.sha = sha1(source);
    }

    byte[] source() {
        return source;
    }

    /** The hexadecimal digest by which Redis knows the script. */
    byte[] sha() {
        return sha;
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The script " + file + " is missing beside " + Script.class);
            }
            String text = new String(in.readAllBytes(), UTF_8);
            return INCLUDE.matcher(text).replaceAll(include -> {
                return Matcher.quoteReplacement(read("include/" + include.group(1) + ".lua"));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] sha1(byte[] source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return HexFormat.of().formatHex(digest).getBytes(UTF_8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

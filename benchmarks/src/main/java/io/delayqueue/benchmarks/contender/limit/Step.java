package io.delayqueue.benchmarks.contender.limit;

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

/** The scripts of this project that are driven here, from its own files. */
enum Step {
    ADD,
    PUSH,
    RESERVE,
    FINISH,
    CANCEL,
    RESIGN;

    private static final String FOLDER = "/io/delayqueue/redis/";

    private final String source = read(name().toLowerCase(Locale.ROOT));

    private final String sha = sha1(source);

    String source() {
        return source;
    }

    String sha() {
        return sha;
    }

    private static String read(String name) {
        String file = FOLDER + name + ".lua";
        try (InputStream in = Step.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("There is no script " + file);
            }
            return Pattern.compile("(?m)^--#include (\\w+)$")
                    .matcher(new String(in.readAllBytes(), UTF_8))
                    .replaceAll(include -> Matcher.quoteReplacement(read("include/" + include.group(1))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Lua files. A line {@code --#include name} stands for the file of that name in the folder "include". An include names what it
 * needs itself; a file that several need is included where the first of them needs it.
 */
final class ScriptFile {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^--#include (\\w+)\n");

    private ScriptFile() {}

    static String read(String name) {
        return read(name, new HashSet<>());
    }

    private static String read(String name, Set<String> included) {
        return INCLUDE.matcher(text(name + ".lua")).replaceAll(include -> {
            String needed = "include/" + include.group(1);
            return included.add(needed) ? Matcher.quoteReplacement(read(needed, included)) : "";
        });
    }

    private static String text(String file) {
        try (InputStream in = ScriptFile.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The script " + file + " is missing beside " + ScriptFile.class);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] sha1(byte[] source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return HexFormat.of().formatHex(digest).getBytes(UTF_8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

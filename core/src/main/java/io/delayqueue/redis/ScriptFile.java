package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Lua files.
 *
 * <p>A line {@code --#include name} stands for the file of that name in the folder "include". An include names what it needs itself; a file
 * that several need is included where the first of them needs it.
 *
 * <p>A line {@code --#keys detail errors} declares the keys of a script, in the order in which they are sent, and gives it local variables
 * of these names. A last one that ends in three dots is a table of keys that differ from call to call. In an include the line says which
 * of them the script must have.
 *
 * <p>Functions of includes that a script does not call are left out: Redis creates all functions of a script at each call of it.
 */
final class ScriptFile {

    private static final Pattern LINE = Pattern.compile("(?m)^--#(include|keys) (.+)\\n");

    private static final String FUNCTION = "\nlocal function ";

    private static final String END = "\nend\n";

    private static final String COMMENT = "--";

    private static final String MORE = "...";

    private final Set<String> included = new HashSet<>();

    private final List<String> names = new ArrayList<>();

    private final String source;

    ScriptFile(String name) {
        this.source = withoutUnused(resolved(name));
    }

    /** Returns the text to send. */
    String source() {
        return source;
    }

    /** Returns the declared keys, without those that differ from call to call. */
    List<Key> keys() {
        return names.stream()
                .filter(name -> !name.endsWith(MORE))
                .map(name -> Key.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    private String resolved(String file) {
        return LINE.matcher(text(file)).replaceAll(line -> {
            List<String> words = List.of(line.group(2).split(" "));
            return Matcher.quoteReplacement(
                    line.group(1).equals("include") ? included("include/" + words.get(0)) : declared(file, words));
        });
    }

    private String included(String file) {
        return included.add(file) ? resolved(file) : "";
    }

    private String declared(String file, List<String> words) {
        if (included.contains(file)) {
            if (!names.containsAll(words)) {
                throw new IllegalStateException(file + " needs a script that declares the keys " + words);
            }
            return "";
        }
        names.addAll(words);
        List<String> values = new ArrayList<>();
        for (String name : names) {
            int number = values.size() + 1;
            values.add(name.endsWith(MORE) ? "{ unpack(KEYS, " + number + ") }" : "KEYS[" + number + "]");
        }
        return "local " + String.join(", ", names).replace(MORE, "") + " = " + String.join(", ", values) + "\n";
    }

    /**
     * Functions precede their use: removing from the end also finds functions that only removed ones called. Uses no patterns, which would
     * slow down each start.
     */
    private static String withoutUnused(String source) {
        String result = source;
        for (int at = result.lastIndexOf(FUNCTION); at >= 0; at = result.lastIndexOf(FUNCTION, at - 1)) {
            int name = at + FUNCTION.length();
            int end = result.indexOf(END, at) + END.length();
            if (!isUsed(result.substring(name, result.indexOf('(', name)), result, end)) {
                result = result.substring(0, startOfComment(result, at + 1)) + result.substring(end);
            }
        }
        return result;
    }

    private static boolean isUsed(String name, String source, int from) {
        for (int at = source.indexOf(name, from); at >= 0; at = source.indexOf(name, at + 1)) {
            boolean word = !Character.isJavaIdentifierPart(source.charAt(at - 1))
                    && !Character.isJavaIdentifierPart(source.charAt(at + name.length()));
            boolean comment = source.lastIndexOf(COMMENT, at) > source.lastIndexOf('\n', at);
            if (word && !comment) {
                return true;
            }
        }
        return false;
    }

    /** Returns the start of the comment above a line, or of the line if there is none. */
    private static int startOfComment(String source, int line) {
        int start = line;
        while (start > 0) {
            int above = source.lastIndexOf('\n', start - 2) + 1;
            if (!source.startsWith(COMMENT, above)) {
                break;
            }
            start = above;
        }
        return start;
    }

    private static String text(String name) {
        String file = name + ".lua";
        try (InputStream in = ScriptFile.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The script " + file + " is missing beside " + ScriptFile.class);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the digest of a text in Redis. */
    static byte[] sha1(byte[] source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return HexFormat.of().formatHex(digest).getBytes(UTF_8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

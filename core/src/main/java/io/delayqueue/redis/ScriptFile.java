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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads Lua files.
 *
 * <p>A line {@code --#include name} stands for the file of that name in the folder "include". An include names what it needs itself; a file
 * that several need is included where the first of them needs it. An indented line stands within a function: what it includes is known there only.
 *
 * <p>A line {@code --#keys detail errors} declares the keys of a script, in the order in which they are sent, and gives it local variables
 * of these names. A last one that ends in three dots is a table of keys that differ from call to call. Last ones that end in a plus are
 * keys of each topic of the call, which the script names itself. In an include the line says which of them the script must have.
 *
 * <p>Functions of includes that a script does not call are left out: Redis creates all functions of a script at each call of it. Lines of
 * comments are left out too.
 */
final class ScriptFile {

    private static final String INCLUDE = "--#include ";

    private static final String KEYS = "--#keys ";

    private static final String FUNCTION = "local function ";

    private static final String END = "end\n";

    private static final String MORE = "...";

    private static final String OF_TOPICS = "+";

    /** Files by name, because scripts have includes in common. */
    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

    private final Set<String> included = new HashSet<>();

    private final List<String> names = new ArrayList<>();

    /** Text to send. */
    final byte[] source;

    /** Hexadecimal digest of the text in Redis. */
    final byte[] sha;

    /** Declared keys, without those that differ from call to call. */
    final List<Key> keys = new ArrayList<>();

    /** Declared keys of each topic of a call. */
    final List<Key> topicKeys = new ArrayList<>();

    ScriptFile(String name) {
        this.source = Keys.bytes(withoutUnused(resolved(name)));
        this.sha = sha1(source);
        for (String key : names) {
            if (key.endsWith(OF_TOPICS)) {
                topicKeys.add(key(key.substring(0, key.length() - OF_TOPICS.length())));
            } else if (!key.endsWith(MORE)) {
                keys.add(key(key));
            }
        }
    }

    private static Key key(String name) {
        return Key.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Uses no patterns, which would slow down each start. */
    private String resolved(String file) {
        StringBuilder result = new StringBuilder();
        text(file).lines().forEach(line -> {
            String words = line.strip();
            if (words.startsWith(INCLUDE)) {
                int indent = line.indexOf(INCLUDE);
                Set<String> outside = Set.copyOf(included);
                result.append(included("include/".concat(words.substring(INCLUDE.length())))
                        .indent(indent));
                if (indent > 0) {
                    included.retainAll(outside);
                }
            } else if (line.startsWith(KEYS)) {
                result.append(
                        declared(file, List.of(words.substring(KEYS.length()).split(" "))));
            } else if (!words.startsWith("--")) {
                result.append(line).append('\n');
            }
        });
        return result.toString();
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
        List<String> locals =
                names.stream().filter(name -> !name.endsWith(OF_TOPICS)).toList();
        for (String name : locals) {
            int number = values.size() + 1;
            values.add(name.endsWith(MORE) ? "{ unpack(KEYS, " + number + ") }" : "KEYS[" + number + "]");
        }
        return "local " + String.join(", ", locals).replace(MORE, "") + " = " + String.join(", ", values) + "\n";
    }

    /**
     * Functions precede their use: removing from the end also finds functions that only removed ones called. An indented function is known up
     * to the end of the function around it. Uses no patterns either.
     */
    private static String withoutUnused(String source) {
        String result = source;
        for (int at = result.lastIndexOf(FUNCTION); at >= 0; at = result.lastIndexOf(FUNCTION, at - 1)) {
            int line = result.lastIndexOf('\n', at) + 1;
            String indent = result.substring(line, at);
            if (indent.isBlank()) {
                int name = at + FUNCTION.length();
                int end = after('\n' + indent + END, result, at);
                int known = indent.isEmpty() ? result.length() : after('\n' + END, result, end - 1);
                if (!isUsed(result.substring(name, result.indexOf('(', name)), result.substring(0, known), end)) {
                    result = result.substring(0, line) + result.substring(end);
                }
            }
        }
        return result;
    }

    private static int after(String text, String source, int from) {
        return source.indexOf(text, from) + text.length();
    }

    private static boolean isUsed(String name, String source, int from) {
        for (int at = source.indexOf(name, from); at >= 0; at = source.indexOf(name, at + 1)) {
            if (!Character.isJavaIdentifierPart(source.charAt(at - 1))
                    && !Character.isJavaIdentifierPart(source.charAt(at + name.length()))) {
                return true;
            }
        }
        return false;
    }

    private static String text(String name) {
        return TEXTS.computeIfAbsent(name, ScriptFile::read);
    }

    private static String read(String name) {
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

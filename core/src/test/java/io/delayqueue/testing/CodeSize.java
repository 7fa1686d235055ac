package io.delayqueue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Size of code: its lines and tokens without comments, blank lines, imports and package lines. A name, a number, a text and an
 * operator are one token each, so a wider line does not count as less code.
 */
public final class CodeSize {

    private static final String TEXT = "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'";

    private static final Pattern COMMENT_OR_TEXT = Pattern.compile(TEXT + "|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

    private static final Pattern TOKEN =
            Pattern.compile(TEXT + "|[A-Za-z_]\\w*|\\d[\\w.]*|\\.\\.|[-=~<>!&|+]=|&&|\\|\\||->|::|\\S");

    private final Map<Path, List<String>> code = new TreeMap<>();

    private CodeSize(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(suffix)).toList()) {
                code.put(file, code(Files.readString(file), suffix));
            }
        }
    }

    /**
     * Reads Java.
     *
     * @param folder the folder of the sources
     * @return the size
     * @throws IOException if a file cannot be read
     */
    public static CodeSize ofJava(Path folder) throws IOException {
        return new CodeSize(folder, ".java");
    }

    /**
     * Reads Lua.
     *
     * @param folder the folder of the scripts
     * @return the size
     * @throws IOException if a file cannot be read
     */
    public static CodeSize ofLua(Path folder) throws IOException {
        return new CodeSize(folder, ".lua");
    }

    private static List<String> code(String text, String suffix) {
        if (suffix.equals(".lua")) {
            return text.lines()
                    .filter(line -> !line.isBlank() && !line.strip().startsWith("--"))
                    .toList();
        }
        return COMMENT_OR_TEXT
                .matcher(text)
                .replaceAll(
                        part -> part.group().startsWith("/") ? "" : part.group().replaceAll("[\\\\$]", "\\\\$0"))
                .lines()
                .filter(line -> !line.isBlank() && !line.matches("\\s*(import|package)\\s.*"))
                .toList();
    }

    /** {@return the number of tokens} */
    public long tokens() {
        return code.values().stream()
                .mapToLong(lines ->
                        TOKEN.matcher(String.join("\n", lines)).results().count())
                .sum();
    }

    /**
     * {@return the files that have more lines of code}
     *
     * @param lines the number of lines
     */
    public List<Path> longerThan(int lines) {
        return code.entrySet().stream()
                .filter(file -> file.getValue().size() > lines)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * {@return the lines that have more characters}
     *
     * @param width the number of characters
     */
    public List<String> widerThan(int width) {
        return code.values().stream()
                .flatMap(List::stream)
                .filter(line -> line.length() > width)
                .toList();
    }
}

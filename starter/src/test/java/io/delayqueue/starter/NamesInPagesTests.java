package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code Type.method} in the text of a page is a member of a type. Blocks of code are compiled by the tests that own them. */
class NamesInPagesTests {

    private static final Path PROJECT = Path.of("..");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    /** Type, possibly of a type, with a member, or with the beginning of members. */
    private static final Pattern MEMBER =
            Pattern.compile("(?<![\\w.$@/-])((?:[A-Z]\\w*\\.)+)(?!class\\b|md\\b|sql\\b)([a-z]\\w*\\*?)");

    /** Packages of types of others. */
    private static final List<String> OTHERS = List.of(
            "java.lang.",
            "java.util.",
            "java.time.",
            "java.sql.",
            "org.springframework.beans.factory.",
            "org.springframework.test.context.transaction.");

    /** Types that this module does not have. */
    private static final Set<String> ABSENT = Set.of("EndpointRequest");

    private static final Map<String, List<Path>> SOURCES = new HashMap<>();

    static List<Path> pages() throws IOException {
        return LinksTests.pages();
    }

    @BeforeAll
    static void findSources() throws IOException {
        for (String module : List.of("core", "autoconfigure", "test", "web", "jdbc", "migrate", "demo", "benchmarks")) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(module).resolve("src"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(file -> SOURCES.computeIfAbsent(
                                file.getFileName().toString().replace(".java", ""), name -> new ArrayList<>())
                        .add(file));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void membersOfTypesShouldExist(Path page) throws IOException {
        List<String> unknown = new ArrayList<>();
        Matcher code = CODE.matcher(BLOCK.matcher(Files.readString(page)).replaceAll(""));
        while (code.find()) {
            Matcher member = MEMBER.matcher(code.group(1));
            while (member.find()) {
                String type = member.group(1).replaceFirst("\\.$", "");
                Pattern name = Pattern.compile(member.group(2).replace("*", ".*"));
                if (!ABSENT.contains(type) && members(type).stream().noneMatch(name.asMatchPredicate())) {
                    unknown.add(member.group());
                }
            }
        }
        assertThat(unknown).as("members that no type has, in %s", page).isEmpty();
    }

    /** Names of methods and components of the types of this name, and of their supertypes. */
    private static Set<String> members(String type) throws IOException {
        Set<String> members = new TreeSet<>();
        List<String> names = List.of(type.split("\\."));
        List<Path> sources = SOURCES.getOrDefault(names.get(0), List.of());
        if (sources.isEmpty()) {
            OTHERS.forEach(prefix -> members.addAll(methods(prefix + type)));
            return members;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                for (ClassTree declared : types(unit.getTypeDecls(), names)) {
                    addMembers(declared, names.get(0), members);
                }
            }
        }
        return members;
    }

    private static List<ClassTree> types(List<? extends Tree> declarations, List<String> names) {
        List<ClassTree> named = declarations.stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .filter(type -> type.getSimpleName().contentEquals(names.get(0)))
                .toList();
        return names.size() == 1
                ? named
                : named.stream()
                        .flatMap(type -> types(type.getMembers(), names.subList(1, names.size())).stream())
                        .toList();
    }

    /** Adds the names of a type that is in the file of the outer type, where its supertypes may be nested too. */
    private static void addMembers(ClassTree type, String outer, Set<String> members) throws IOException {
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method) {
                members.add(method.getName().toString());
            } else if (member instanceof VariableTree component && type.getKind() == Tree.Kind.RECORD) {
                members.add(component.getName().toString());
            }
        }
        List<Tree> parents = new ArrayList<>(type.getImplementsClause());
        if (type.getExtendsClause() != null) {
            parents.add(type.getExtendsClause());
        }
        for (Tree parent : parents) {
            String name = parent.toString().replaceFirst("<.*", "");
            members.addAll(members(name));
            members.addAll(members(outer + "." + name));
        }
    }

    private static List<String> methods(String type) {
        try {
            return Arrays.stream(Class.forName(type).getMethods())
                    .map(Method::getName)
                    .toList();
        } catch (ClassNotFoundException e) {
            return List.of();
        }
    }
}

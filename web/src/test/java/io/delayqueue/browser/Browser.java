package io.delayqueue.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless browser with a temporary profile, which is the driver's. */
public final class Browser implements AutoCloseable {

    private static final String LANGUAGES = "en-GB";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Whether the element is where it was two frames before; if so, its click is noted in the window, which a new page does not have. */
    private static final String EXPECT_CLICK = """
            const [element, done] = arguments;
            const place = () => JSON.stringify(element.getBoundingClientRect());
            const before = place();
            requestAnimationFrame(() => requestAnimationFrame(() => {
                window.wasClicked = false;
                window.clickedAt = location.href;
                element.addEventListener('click', () => { window.wasClicked = true; }, { capture: true, once: true });
                done(place() === before);
            }));""";

    private static final String WAS_CLICKED = """
            if (window.wasClicked === false && location.href !== window.clickedAt) {
                history.back();
            }
            return window.wasClicked;""";

    private static final String DISPLAYED = "element.checkVisibility({ visibilityProperty: true })";

    /** Cells of a row are separated by spaces. */
    private static final String VISIBLE_TEXT = DISPLAYED + " ? element.innerText.replaceAll('\\t', ' ').trim() : ''";

    private final ChromeDriver driver;

    private final List<String> expected = new ArrayList<>();

    private String languages = LANGUAGES;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start(Chromium chromium) {
        return start(chromium, List.of("--disable-back-forward-cache"));
    }

    /** Starts another browser, which keeps pages that are left, each with its process. */
    public static Browser keepingPages() {
        Browser browser = start(Chromium.findKeeping().orElseThrow(), List.of());
        browser.startOver();
        return browser;
    }

    private static Browser start(Chromium chromium, List<String> arguments) {
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromium.driver().toFile())
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        return new Browser(new ChromeDriver(service, options(chromium).addArguments(arguments)));
    }

    private static ChromeOptions options(Chromium chromium) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions()
                .setBinary(chromium.browser().toFile())
                .addArguments(
                        "--headless=new",
                        "--disable-dev-shm-usage",
                        "--disable-gpu",
                        "--disable-extensions",
                        "--disable-component-update",
                        // Pages share one process: to start one for each costs much of the time of a test.
                        "--renderer-process-limit=1",
                        "--process-per-site",
                        "--disable-features=SpareRendererForSitePerProcess,OptimizationHints,MediaRouter,Translate",
                        "--hide-scrollbars",
                        "--force-color-profile=srgb",
                        "--lang=" + LANGUAGES);
        if ("root".equals(System.getProperty("user.name"))) {
            options.addArguments("--no-sandbox");
        }
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        // It would write to the folder of the program.
        options.setExperimentalOption("excludeSwitches", List.of("enable-logging"));
        return options;
    }

    public ChromeDriver driver() {
        return driver;
    }

    public void open(String url) {
        driver.get(url);
    }

    /** Sets the size of the page and the preferred colours. */
    public void view(int width, int height, Colours colours) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours.word()))));
    }

    /** Sets the languages that pages of the rest of the test get, such as {@code zh-CN,zh}. */
    public void speak(String tags) {
        if (!tags.equals(languages)) {
            driver.executeCdpCommand(
                    "Emulation.setUserAgentOverride",
                    Map.of("userAgent", driver.executeScript("return navigator.userAgent"), "acceptLanguage", tags));
            languages = tags;
        }
    }

    /** Waits for a value. Retries if an element is replaced meanwhile. */
    public <T> T await(String what, Supplier<T> condition) {
        return new WebDriverWait(driver, PATIENCE, PAUSE)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(what)
                .until(ignored -> condition.get());
    }

    /** Waits for an element to be displayed. */
    public WebElement visible(By locator) {
        return await("visible: " + locator, () -> {
            List<WebElement> elements = driver.findElements(locator);
            List<?> displayed = ofEach(elements, DISPLAYED);
            int first = displayed.indexOf(true);
            return first < 0 ? null : elements.get(first);
        });
    }

    /** Evaluates an expression for each element, in one call: the driver's own methods cost much more. */
    private List<?> ofEach(List<WebElement> elements, String expression) {
        return elements.isEmpty()
                ? List.of()
                : (List<?>) driver.executeScript("return arguments[0].map((element) => " + expression + ")", elements);
    }

    /** Clicks an element as soon as it is clickable. */
    public void click(By locator) {
        click(locator.toString(), () -> driver.findElement(locator));
    }

    /** Clicks an element within another one as soon as both are there and it is clickable. */
    public void click(By outer, By inner) {
        click(outer + " " + inner, () -> driver.findElement(outer).findElement(inner));
    }

    /**
     * Clicks an element that does not move, and again if it did not receive the click: a page that still loads can shift it. A link that
     * received the click instead is left again.
     */
    private void click(String what, Supplier<WebElement> element) {
        await("can be clicked: " + what, () -> {
            try {
                WebElement target = element.get();
                if (Boolean.TRUE.equals(driver.executeAsyncScript(EXPECT_CLICK, target))) {
                    target.click();
                    return !Boolean.FALSE.equals(driver.executeScript(WAS_CLICKED));
                }
                return false;
            } catch (NoSuchElementException | ElementNotInteractableException e) {
                return false;
            }
        });
    }

    public void awaitText(By locator, Predicate<String> condition) {
        await("text of " + locator, () -> ofEach(driver.findElements(locator), VISIBLE_TEXT).stream()
                .map(String.class::cast)
                .anyMatch(condition));
    }

    public void awaitGone(By locator) {
        await("gone: " + locator, () -> !ofEach(driver.findElements(locator), DISPLAYED)
                .contains(true));
    }

    /** Expects errors of the browser with this text in the rest of the test. */
    public void expect(String words) {
        expected.add(words);
    }

    /** Discards earlier errors, and what pages have stored: a language that one test has chosen would precede that of the next. */
    void startOver() {
        view(1440, 900, Colours.LIGHT);
        speak(LANGUAGES);
        driver.executeCdpCommand("Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "local_storage"));
        complaints();
        expected.clear();
    }

    /**
     * Returns the unexpected errors of the browser since the last call: errors of scripts, blocked resources, failed requests.
     */
    List<String> complaints() {
        return log().filter(message -> expected.stream().noneMatch(message::contains))
                .toList();
    }

    /** Returns the number of these errors since the last call. */
    public long complaintsAbout(String words) {
        return log().filter(message -> message.contains(words)).count();
    }

    private Stream<String> log() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage);
    }

    /** Waits for the redraw in a new size: charts follow some frames later. */
    public void awaitNoHorizontalScroll() {
        await(driver.getCurrentUrl() + " fits into its window", () -> overflow() <= 0);
    }

    private long overflow() {
        return (Long) driver.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** Waits until changes are drawn, and other colours have come. */
    public void settle() {
        driver.executeAsyncScript(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");
        await("the colours have changed", () -> (Boolean)
                driver.executeScript("return document.getAnimations().every(each => !each.transitionProperty)"));
    }

    public void screenshot(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }

    /** Preferences of media queries. */
    public enum Colours {
        LIGHT,
        DARK;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

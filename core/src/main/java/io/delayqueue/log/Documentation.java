package io.delayqueue.log;

/** Addresses of the documentation, for messages; until there is a site, the names of its pages. */
public final class Documentation {

    /** Equals the property "delayqueue.site" in bom/pom.xml. */
    private static final String SITE = "https://site.invalid/delayqueue";

    private Documentation() {}

    /**
     * {@return the address of a page, or the name of its file}
     *
     * @param page the name of the page, with the anchor of a heading if there is one, such as "security.html#the-actuator"
     */
    public static String link(String page) {
        return SITE.contains(".invalid") ? "docs/" + page.replace(".html", ".md") : SITE + "/docs/" + page;
    }
}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks all pages of the repository: links are not broken, tables can be read, and the
 * dependencies that they show exist.
 */
class PagesTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final int WIDEST_ROW = 300;

	private static final Pattern FENCED = Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

	private static final Pattern DEPENDENCY = Pattern
		.compile("<groupId>(\\S+)</groupId>\\s+<artifactId>(\\S+)</artifactId>(?:\\s+<version>(\\S+)</version>)?");

	/** As Gradle has them, with or without a version. */
	private static final Pattern COORDINATES = Pattern.compile("io\\.leaderelection:([a-z0-9-]+)(?::([^\"`]+))?");

	static List<Path> pages() throws IOException {
		return files().stream().filter((file) -> file.toString().endsWith(".md")).sorted().toList();
	}

	/** Without the folders in which a build of another module writes and deletes. */
	static List<Path> files() throws IOException {
		List<Path> files = new ArrayList<>();
		Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
				boolean built = folder.getFileName().toString().matches("target|node_modules|\\..*");
				return (built && !folder.equals(ROOT)) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
				files.add(ROOT.relativize(file));
				return FileVisitResult.CONTINUE;
			}

		});
		return files;
	}

	static Stream<Path> userPages() throws IOException {
		return pages().stream().filter((page) -> page.startsWith("docs") || page.equals(Path.of("README.md")));
	}

	@ParameterizedTest
	@MethodSource("pages")
	void linksLeadSomewhere(Path page) {
		assertThat(links(page)).filteredOn((link) -> !leadsSomewhere(page, link))
			.as("broken links of %s", page)
			.isEmpty();
	}

	@ParameterizedTest
	@MethodSource("userPages")
	void rowsOfTablesCanBeRead(Path page) {
		assertThat(text(page).lines().filter((line) -> line.startsWith("|")))
			.filteredOn((row) -> row.length() > WIDEST_ROW)
			.as("rows of %s that are too wide", page)
			.isEmpty();
	}

	@ParameterizedTest
	@MethodSource("userPages")
	void shownDependenciesExist(Path page) {
		String poms = text(Path.of("leader-election-bom", "pom.xml")) + text(Path.of("stores/azure-blob/pom.xml"))
				+ text(Path.of("leader-election-spring-boot-test/pom.xml"));
		for (MatchResult shown : DEPENDENCY.matcher(text(page)).results().toList()) {
			assertThat(poms).contains("<artifactId>" + shown.group(2) + "</artifactId>");
			if (shown.group(3) != null) {
				assertThat(poms).contains(">" + shown.group(3) + "</");
			}
		}
		assertThat(COORDINATES.matcher(text(page)).results().map((shown) -> shown.group(1)))
			.allSatisfy((artifact) -> assertThat(poms).contains("<artifactId>" + artifact + "</artifactId>"));
	}

	@Test
	void gradleLineHasTheCoordinatesOfTheMavenBlock() {
		String page = text(Path.of("README.md"));
		MatchResult maven = DEPENDENCY.matcher(page).results().findFirst().orElseThrow();
		assertThat(page)
			.contains("`implementation(\"%s:%s:%s\")`".formatted(maven.group(1), maven.group(2), maven.group(3)));
		assertThat(COORDINATES.matcher(page).results()).singleElement()
			.satisfies((gradle) -> assertThat(gradle.group(2)).isEqualTo(maven.group(3)));
	}

	@Test
	void linkThatLeadsNowhereIsFound() {
		Path page = Path.of("docs", "configuration.md");
		assertThat(leadsSomewhere(page, "https://example.com")).isTrue();
		assertThat(leadsSomewhere(page, "stores/README.md#choosing-a-store")).isTrue();
		assertThat(leadsSomewhere(page, "#common")).isTrue();
		assertThat(leadsSomewhere(page, "#uncommon")).isFalse();
		assertThat(leadsSomewhere(page, "stores/README.md#losing-a-store")).isFalse();
		assertThat(leadsSomewhere(page, "README.md")).isFalse();
	}

	private static List<String> links(Path page) {
		String prose = FENCED.matcher(text(page)).replaceAll("").replaceAll("(?<!`)`[^`\\n]+`(?!`)", "");
		return LINK.matcher(prose).results().map((link) -> link.group(1)).toList();
	}

	private static boolean leadsSomewhere(Path page, String link) {
		if (link.matches("[a-z]+:.*")) {
			return true;
		}
		String[] parts = link.split("#", 2);
		Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
		return Files.exists(ROOT.resolve(target)) && (parts.length == 1 || anchors(target).contains(parts[1]));
	}

	/** Returns the anchors that GitHub creates for headings. */
	private static Set<String> anchors(Path page) {
		Set<String> anchors = new HashSet<>();
		for (MatchResult heading : HEADING.matcher(FENCED.matcher(text(page)).replaceAll("")).results().toList()) {
			String anchor = heading.group(1)
				.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
				.toLowerCase(Locale.ROOT)
				.replaceAll("[^\\p{L}\\p{N} _-]", "")
				.replace(' ', '-');
			for (int i = 1; !anchors.add(anchor); i++) {
				anchor = anchor.replaceFirst("-" + (i - 1) + "$", "") + "-" + i;
			}
		}
		return anchors;
	}

	private static String text(Path page) {
		try {
			return Files.readString(ROOT.resolve(page));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that each artifact of the BOM was staged with all that registries ask for, and
 * nothing else.
 *
 * @param folder the folder with an artifact's folder each
 * @param version the version
 */
record StagedRelease(Path folder, String version) {

	private static final List<String> WITHOUT_JAR = List.of("leader-election-bom", "leader-election-parent");

	private static final List<String> FILES = List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar",
			"-cyclonedx.json");

	private static final List<String> CHECKSUMS = List.of("", ".md5", ".sha1", ".sha256", ".sha512");

	private static final Pattern MANAGED = Pattern.compile("<dependencyManagement>.*</dependencyManagement>",
			Pattern.DOTALL);

	private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*)</artifactId>");

	/**
	 * Prints each problem. The exit status is 1 if there is one.
	 * @param args the version, and the folder of the repository
	 * @throws IOException if a file cannot be read
	 */
	public static void main(String[] args) throws IOException {
		List<String> problems = new StagedRelease(Path.of(args[1], "io", "leaderelection"), args[0])
			.problems(Files.readString(Path.of("leader-election-bom", "pom.xml")));
		problems.forEach((problem) -> System.out.println("FAILED: " + problem));
		System.exit(problems.isEmpty() ? 0 : 1);
	}

	/**
	 * Returns what is wrong.
	 * @param bom the POM that lists the published artifacts
	 * @return the problems
	 * @throws IOException if a file cannot be read
	 */
	List<String> problems(String bom) throws IOException {
		Set<String> published = MANAGED.matcher(bom)
			.results()
			.flatMap((managed) -> ARTIFACT.matcher(managed.group()).results())
			.map((artifact) -> artifact.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
		Set<String> expected = new TreeSet<>(published);
		expected.addAll(WITHOUT_JAR);
		List<String> problems = new ArrayList<>();
		Set<String> deployed;
		try (Stream<Path> folders = Files.list(this.folder)) {
			deployed = folders.map((file) -> file.getFileName().toString())
				.collect(Collectors.toCollection(TreeSet::new));
		}
		if (!deployed.equals(expected)) {
			problems.add("the BOM has " + expected + ", but what was deployed is " + deployed);
		}
		try (Stream<Path> poms = Files.find(this.folder, 3, (file, attributes) -> file.toString().endsWith(".pom"))) {
			for (Path pom : poms.sorted().toList()) {
				if (Files.readString(pom).contains("-SNAPSHOT")) {
					problems.add(pom.getFileName() + " needs a snapshot");
				}
			}
		}
		for (String artifact : published) {
			for (String file : FILES) {
				CHECKSUMS.stream()
					.map((checksum) -> artifact + "-" + this.version + file + checksum)
					.filter((name) -> !hasContent(this.folder.resolve(artifact).resolve(this.version).resolve(name)))
					.forEach((name) -> problems.add(name + " was not deployed"));
			}
		}
		return problems;
	}

	private static boolean hasContent(Path file) {
		return file.toFile().length() > 0;
	}

}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A report of Surefire or Failsafe on one test class. They write it outside of the tests'
 * process, so that it also exists after a crash of that process.
 *
 * @param module the folder of the module, relative to the root
 * @param testClass the name of the class
 * @param seconds how long the class took
 * @param run the number of tests, those that failed or were skipped included
 * @param failed the number of tests that failed
 * @param skipped the number of tests that were skipped
 * @param cases the tests
 */
record TestReport(Path module, String testClass, double seconds, int run, int failed, int skipped,
		List<TestCase> cases) {

	private static final String FOLDERS = "surefire-reports|failsafe-reports";

	private static final String FILES = "TEST-.*\\.xml";

	/**
	 * Reads all reports of a build.
	 * @param root the root of the repository
	 * @param buildFolder the folder of the build in each module, such as {@code target}
	 * @return the reports, in the order of modules and classes
	 * @throws IOException if a report cannot be read, also if it is incomplete
	 */
	static List<TestReport> readAll(Path root, String buildFolder) throws IOException {
		List<Path> files = new ArrayList<>();
		for (Path module : modules(root)) {
			Path folder = module.resolve(buildFolder);
			if (Files.isDirectory(folder)) {
				try (Stream<Path> found = Files.find(folder, 2, (file, attributes) -> isReport(folder, file))) {
					files.addAll(found.sorted().toList());
				}
			}
		}
		List<TestReport> reports = new ArrayList<>();
		for (Path file : files) {
			reports.add(read(root.relativize(folderOf(file).orElseThrow()), Path.of(buildFolder), file));
		}
		return reports;
	}

	private static boolean isReport(Path folder, Path file) {
		return folderOf(file).filter(folder::equals).isPresent()
				&& file.subpath(file.getNameCount() - 2, file.getNameCount() - 1).toString().matches(FOLDERS)
				&& file.getFileName().toString().matches(FILES);
	}

	/** Returns the folder of the build that has the folder of a report. */
	private static Optional<Path> folderOf(Path file) {
		return Optional.ofNullable(file.getParent()).map(Path::getParent);
	}

	/** Returns the folders with a POM, without those of other builds. */
	private static List<Path> modules(Path root) throws IOException {
		try (Stream<Path> poms = Files.find(root, 4,
				(file, attributes) -> file.endsWith("pom.xml") && !root.relativize(file).toString().contains("target/")
						&& !root.relativize(file).toString().startsWith("."))) {
			return poms.map((pom) -> Objects.requireNonNull(pom.getParent())).sorted().toList();
		}
	}

	private static TestReport read(Path folder, Path buildFolder, Path file) throws IOException {
		int depth = folder.getNameCount() - buildFolder.getNameCount();
		Path module = (depth > 0) ? folder.subpath(0, depth) : Path.of("");
		try (InputStream in = Files.newInputStream(file)) {
			return read(module, XMLInputFactory.newFactory().createXMLStreamReader(in));
		}
		catch (XMLStreamException ex) {
			throw new IOException("The report " + file + " cannot be read: " + ex.getMessage(), ex);
		}
	}

	private static TestReport read(Path module, XMLStreamReader xml) throws XMLStreamException {
		TestReport suite = null;
		List<TestCase> cases = new ArrayList<>();
		while (xml.hasNext()) {
			if (xml.next() != XMLStreamConstants.START_ELEMENT) {
				continue;
			}
			switch (xml.getLocalName()) {
				case "testsuite" -> suite = new TestReport(module, attribute(xml, "name"),
						Double.parseDouble(attribute(xml, "time").replace(",", "")), number(xml, "tests"),
						number(xml, "errors") + number(xml, "failures"), number(xml, "skipped"), cases);
				case "testcase" -> cases.add(new TestCase(attribute(xml, "classname"), attribute(xml, "name"), ""));
				case "failure", "error" -> {
					TestCase failed = cases.remove(cases.size() - 1);
					cases.add(new TestCase(failed.testClass(), failed.name(),
							attribute(xml, "type") + " " + attribute(xml, "message")));
				}
				default -> {
				}
			}
		}
		if (suite == null) {
			throw new XMLStreamException("It has no element testsuite");
		}
		return suite;
	}

	private static String attribute(XMLStreamReader xml, String name) {
		return Objects.requireNonNullElse(xml.getAttributeValue(null, name), "");
	}

	private static int number(XMLStreamReader xml, String name) {
		return Integer.parseInt(attribute(xml, name));
	}

	/** Returns the name of the class without its package. */
	String simpleName() {
		return this.testClass.substring(this.testClass.lastIndexOf('.') + 1);
	}

	/**
	 * A test.
	 *
	 * @param testClass the name of its class, which may be nested
	 * @param name the name of its method, followed by parameters
	 * @param failure what failed, or an empty text
	 */
	record TestCase(String testClass, String name, String failure) {

		/** Returns the outermost class without its package, and the method. */
		String id() {
			return this.testClass.replaceFirst("^.*\\.", "").replaceFirst("\\$.*", "") + "." + method();
		}

		/** Returns the name of the method. */
		String method() {
			return this.name.replaceFirst("\\W.*", "");
		}

	}

}

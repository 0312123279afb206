/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class BuildSummaryTests {

	private static final MavenLog GREEN = new MavenLog(List.of("[INFO] BUILD SUCCESS"));

	@TempDir
	private Path root;

	@BeforeEach
	void writeModules() throws IOException {
		Files.writeString(this.root.resolve("pom.xml"), "");
		for (String module : List.of("core", "stores/redis")) {
			Files.createDirectories(this.root.resolve(module));
			Files.writeString(this.root.resolve(module).resolve("pom.xml"), "");
		}
	}

	@Test
	void sumsTheReportsOfEachModuleAndNamesTheSlowestFirst() throws IOException {
		report("core/target/surefire-reports", "a.FirstTests", "1,234.5", 3, 0, 0,
				"<testcase name='x' classname='a'/>");
		report("core/target/surefire-reports", "a.SecondTests", "2.0", 2, 0, 0, "");
		report("stores/redis/target/failsafe-reports", "b.RedisIT", "31.0", 4, 0, 0, "");
		report("core/target/second-jdk/surefire-reports", "a.FirstTests", "9", 100, 100, 0, "");
		BuildSummary summary = summary("target", GREEN);
		assertThat(summary.lines()).contains("phase default_jdk: 9 tests ran, 0 failed")
			.anyMatch((line) -> line.matches("core +5 run +0 failed +0 skipped"))
			.anyMatch((line) -> line.matches("stores/redis +4 run +0 failed +0 skipped"))
			.containsSubsequence("   1234.5  a.FirstTests", "     31.0  b.RedisIT", "      2.0  a.SecondTests");
		assertThat(summary.result()).containsExactly("9 0 0");
	}

	@Test
	void readsTheReportsOfAnotherBuildFolderOnly() throws IOException {
		report("core/target/surefire-reports", "a.FirstTests", "1", 3, 0, 0, "");
		report("core/target/second-jdk/surefire-reports", "a.FirstTests", "1", 2, 0, 0, "");
		assertThat(summary("target/second-jdk", GREEN).result()).containsExactly("2 0 0");
	}

	@Test
	void namesFailuresWithTheBeginningOfTheirMessage() throws IOException {
		report("core/target/surefire-reports", "a.FirstTests", "1", 3, 1, 0,
				"<testcase name='x(int)[1]' classname='a.FirstTests'><failure type='E' message='one&#10;two'/></testcase>"
						+ "<testcase name='y' classname='a.FirstTests'/>");
		assertThat(summary("target", GREEN).result()).containsExactly("2 1 0",
				"phase default_jdk: a.FirstTests.x(int)[1]: E one two");
	}

	@Test
	void skippedTestAndNoTestAreProblems() throws IOException {
		assertThat(summary("target", GREEN).result()).containsExactly("0 0 0", "phase default_jdk: no test ran");
		report("core/target/surefire-reports", "a.FirstTests", "1", 3, 0, 2, "");
		assertThat(summary("target", GREEN).result()).containsExactly("1 0 0",
				"phase default_jdk: 2 skipped in core; a test that cannot run must fail");
	}

	@Test
	void incompleteReportIsNotIgnored() throws IOException {
		Path folder = Files.createDirectories(this.root.resolve("core/target/surefire-reports"));
		Files.writeString(folder.resolve("TEST-a.FirstTests.xml"), "<testsuite name='a.FirstTests' time='1' tests='1'");
		assertThatIOException().isThrownBy(() -> summary("target", GREEN))
			.withMessageContaining("TEST-a.FirstTests.xml");
	}

	@Test
	void namesAndCountsTheModulesBehindOneThatFailed() throws IOException {
		report("core/target/surefire-reports", "a.FirstTests", "1", 1, 0, 0, "");
		MavenLog log = new MavenLog(List.of("[INFO] Reactor Summary for leader-election-parent 0.1.0-SNAPSHOT:",
				"[INFO] leader-election-bom ................................ SUCCESS [  0.496 s]",
				"[INFO] leader-election-core ............................... FAILURE [  9.1 s]",
				"[INFO] leader-election-redis .............................. SKIPPED",
				"[INFO] leader-election-spring-boot-starter-of-a-very-long-name SKIPPED",
				"[ERROR] Failed to execute goal compile on project leader-election-core"));
		BuildSummary summary = new BuildSummary("default_jdk", TestReport.readAll(this.root, "target"), log);
		summary.judgeMaven(1, ".verify/default_jdk.log");
		assertThat(summary.result()).containsExactly("1 0 2",
				"phase default_jdk: Maven ended with status 1; all its output is in .verify/default_jdk.log",
				"phase default_jdk: [ERROR] Failed to execute goal compile on project leader-election-core",
				"phase default_jdk: 2 modules did not run, because one that they need failed: "
						+ "leader-election-redis, leader-election-spring-boot-starter-of-a-very-long-name");
	}

	@Test
	void aCrashedProcessIsAProblemAlthoughMavenGoesOn() throws IOException {
		report("core/target/surefire-reports", "a.FirstTests", "1", 1, 0, 0, "");
		MavenLog log = new MavenLog(List.of("[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0",
				"[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?",
				"[INFO] BUILD SUCCESS"));
		assertThat(summary("target", log).result()).containsExactly("1 0 0",
				"phase default_jdk: [ERROR] The forked VM terminated without properly saying goodbye. VM crash or "
						+ "System.exit called?");
	}

	@Test
	void namesTheStoresThatTheContractSuiteRanOn() throws IOException {
		report("stores/redis/target/failsafe-reports", "b.RedisIT", "1", 1, 0, 0,
				"<testcase name='contendingProcessesLoseNoUpdate(Path)' classname='b.RedisIT'/>");
		report("core/target/surefire-reports", "a.FirstTests", "1", 1, 0, 0, "<testcase name='x' classname='a'/>");
		BuildSummary summary = summary("target", GREEN);
		summary.nameContracts();
		assertThat(summary.lines()).filteredOn((line) -> line.startsWith("contract suite"))
			.singleElement()
			.asString()
			.matches("contract suite RedisIT +1 run +0 failed +0 skipped");
	}

	@Test
	void evidenceThatDidNotRunIsFound() throws IOException {
		for (String page : Evidence.PAGES) {
			Files.createDirectories(this.root.resolve(page).getParent());
			Files.writeString(this.root.resolve(page),
					"`ATests.x`, `ATests.y*`, `BTests`, `CIT.z`, `CContract.c`, `DContract`, `noTest`, `Tests in code`");
		}
		Files.writeString(this.root.resolve("DContract.java"), "void d() {}\nvoid e() {}");
		Evidence evidence = Evidence.read(this.root);
		assertThat(evidence.names()).containsExactly("ATests.x", "ATests.y*", "BTests", "CContract.c", "CIT.z",
				"DContract");
		assertThat(evidence.missing(Set.of())).containsExactlyElementsOf(evidence.names());
		assertThat(evidence.missing(Set.of("ATests.x", "ATests.yes", "BTests.any", "AnyIT.c", "CIT.z", "AnyIT.e")))
			.isEmpty();
		assertThat(evidence.missing(Set.of("ATests.xx", "ATests.ya", "BTests.any", "AnyIT.cc", "XCIT.z", "AnyIT.f")))
			.containsExactly("ATests.x", "CContract.c", "CIT.z", "DContract");
	}

	@Test
	void testOfANestedClassCountsForTheOutermost() {
		assertThat(new TestReport.TestCase("a.b.FirstTests$Nested", "works(int)[1]", "").id())
			.isEqualTo("FirstTests.works");
	}

	private BuildSummary summary(String folder, MavenLog log) throws IOException {
		BuildSummary summary = new BuildSummary("default_jdk", TestReport.readAll(this.root, folder), log);
		summary.judgeMaven(0, "log");
		summary.countTests();
		summary.nameSlowest();
		return summary;
	}

	private void report(String folder, String name, String time, int tests, int failures, int skipped, String cases)
			throws IOException {
		Path file = Files.createDirectories(this.root.resolve(folder)).resolve("TEST-" + name + ".xml");
		Files.writeString(file,
				"<testsuite name='%s' time='%s' tests='%d' errors='0' failures='%d' skipped='%d'>%s</testsuite>"
					.formatted(name, time, tests, failures, skipped, cases));
	}

}

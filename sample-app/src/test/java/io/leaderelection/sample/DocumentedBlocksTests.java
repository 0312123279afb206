/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each block of code and each command that the pages for users show is run or compiled by
 * a test: here is which one.
 */
class DocumentedBlocksTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	/** What takes a cluster of Kubernetes. */
	private static final String NOTHING = "nothing";

	/**
	 * Page, language, how many, and what runs them: a test, or the script {@code verify}
	 * in its phases, which runs Maven's goals with further options. {@code text} is a
	 * block without a language, {@code command} one within a sentence.
	 */
	private static final String RUN_BY = """
			README.md                            command    1 verify
			README.md                            java       1 WithoutServerIT
			README.md                            sh         2 verify
			README.md                            xml        1 PagesTests
			SECURITY.md                          command    1 verify
			SECURITY.md                          java       1 RoleSecurityTests
			docs/configuration.md                yaml       1 StorePagesTests
			docs/elections.md                    java       3 DocumentedExamplesTests
			docs/fencing.md                      sql        2 FenceRightsContract
			docs/fencing.md                      sql        3 FencingPatternContract
			docs/getting-started.md              command    1 verify
			docs/getting-started.md              command    2 GettingStartedIT
			docs/getting-started.md              java       1 GettingStartedTests
			docs/getting-started.md              properties 1 GettingStartedTests
			docs/getting-started.md              sh         1 GettingStartedIT
			docs/getting-started.md              text       2 GettingStartedIT
			docs/migration/azure-blob-mutex.md   java       1 DocumentedCodeTests
			docs/migration/go-leaderelection.md  yaml       1 StorePagesTests
			docs/migration/shedlock.md           java       3 DocumentedCodeTests
			docs/migration/spring-integration.md java       2 DocumentedCodeTests
			docs/migration/spring-integration.md yaml       2 StorePagesTests
			docs/on-leader.md                    java       3 DocumentedExamplesTests
			docs/operations.md                   command    1 AlertRulesIT
			docs/operations.md                   command    1 GettingStartedIT
			docs/operations.md                   json       1 OperationsDocumentationTests
			docs/operations.md                   yaml       1 NewestReleaseTests
			docs/schedules.md                    java       1 DocumentedExamplesTests
			docs/stores/azure-blob.md            xml        1 PagesTests
			docs/stores/azure-blob.md            yaml       1 AzureBlobPageTests
			docs/stores/dynamodb.md              hcl        1 DynamoDbPageIT
			docs/stores/dynamodb.md              json       1 DynamoDbRightsIT
			docs/stores/dynamodb.md              sh         1 DynamoDbPageIT
			docs/stores/dynamodb.md              yaml       1 DynamoDbPageIT
			docs/stores/dynamodb.md              yaml       1 StorePagesTests
			docs/stores/etcd.md                  command    1 EtcdRightsIT
			docs/stores/etcd.md                  text       1 EtcdRightsIT
			docs/stores/etcd.md                  yaml       1 StorePagesTests
			docs/stores/jdbc.md                  sql        1 StorePagesTests
			docs/stores/jdbc.md                  yaml       1 StorePagesTests
			docs/stores/kubernetes.md            command    2 nothing
			docs/stores/kubernetes.md            sh         1 KubernetesElectionIT
			docs/stores/kubernetes.md            sh         1 OtherHolderIT
			docs/stores/kubernetes.md            yaml       3 StorePagesTests
			docs/stores/local.md                 yaml       1 StorePagesTests
			docs/stores/mongodb.md               js         1 nothing
			docs/stores/mongodb.md               sh         1 nothing
			docs/stores/mongodb.md               yaml       1 StorePagesTests
			docs/stores/postgres.md              sql        1 AdvisoryElectionIT
			docs/stores/postgres.md              yaml       1 StorePagesTests
			docs/stores/redis.md                 text       1 RedisRightsIT
			docs/stores/redis.md                 yaml       1 StorePagesTests
			docs/stores/s3.md                    json       1 S3RightsIT
			docs/stores/s3.md                    yaml       2 StorePagesTests
			docs/stores/zookeeper.md             text       1 ZooKeeperRightsIT
			docs/stores/zookeeper.md             yaml       1 StorePagesTests
			docs/tasks.md                        java       3 DocumentedExamplesTests
			docs/testing.md                      java       3 DocumentedCodeTests
			stores/README.md                     java      11 StorePageTests
			""";

	private static final Pattern BLOCK = Pattern.compile("^ *```(\\w*)\\n.*?^ *```$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern COMMAND = Pattern
		.compile("`(?:mvn|java|curl|kill|promtool|etcdctl|kubectl|redis-cli|psql|\\./\\w+) [^`]+`");

	private static Stream<String[]> rows() {
		return RUN_BY.lines().map((row) -> row.split(" +"));
	}

	@Test
	void eachBlockIsRunBySomething() throws IOException {
		Map<String, Integer> shown = new TreeMap<>();
		for (Path page : PagesTests.pages()) {
			if (page.startsWith("docs") || page.toString().matches("README.md|SECURITY.md|stores/README.md")) {
				String text = Files.readString(ROOT.resolve(page));
				BLOCK.matcher(text)
					.results()
					.map((block) -> block.group(1).isEmpty() ? "text" : block.group(1))
					.forEach((language) -> shown.merge(page + " " + language, 1, Integer::sum));
				BLOCK.matcher(text)
					.replaceAll("")
					.lines()
					.flatMap((line) -> COMMAND.matcher(line).results())
					.forEach((command) -> shown.merge(page + " command", 1, Integer::sum));
			}
		}
		assertThat(shown).as("what pages show; a row of RUN_BY says which test runs it")
			.containsExactlyInAnyOrderEntriesOf(rows().collect(
					Collectors.toMap((row) -> row[0] + " " + row[1], (row) -> Integer.valueOf(row[2]), Integer::sum)));
	}

	@Test
	void whatIsSaidToRunThemExists() throws IOException {
		Set<String> names = PagesTests.files()
			.stream()
			.map((file) -> file.getFileName().toString())
			.collect(Collectors.toSet());
		assertThat(rows().map((row) -> row[3]).filter((name) -> !name.equals(NOTHING)))
			.allSatisfy((name) -> assertThat(names).containsAnyOf(name + ".java", name));
	}

}

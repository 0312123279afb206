/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StagedReleaseTests {

	private static final String BOM = """
			<artifactId>leader-election-bom</artifactId>
			<dependencyManagement>
				<artifactId>core</artifactId>
			</dependencyManagement>
			""";

	@TempDir
	private Path folder;

	@BeforeEach
	void stage() throws IOException {
		for (String artifact : List.of("leader-election-bom", "leader-election-parent", "core")) {
			Files.createDirectories(this.folder.resolve(artifact).resolve("1.0"));
		}
		for (String file : List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
			for (String checksum : List.of("", ".md5", ".sha1", ".sha256", ".sha512")) {
				Files.writeString(core(file + checksum), "1.0");
			}
		}
	}

	@Test
	void completeReleaseHasNoProblem() throws IOException {
		assertThat(problems()).isEmpty();
	}

	@Test
	void missingAndEmptyFilesAreFound() throws IOException {
		Files.delete(core("-javadoc.jar"));
		Files.writeString(core(".jar.sha512"), "");
		assertThat(problems()).containsExactly("core-1.0.jar.sha512 was not deployed",
				"core-1.0-javadoc.jar was not deployed");
	}

	@Test
	void snapshotIsFound() throws IOException {
		Files.writeString(core(".pom"), "<version>2.0-SNAPSHOT</version>");
		assertThat(problems()).containsExactly("core-1.0.pom needs a snapshot");
	}

	@Test
	void otherArtifactIsFound() throws IOException {
		Files.createDirectory(this.folder.resolve("more"));
		assertThat(problems()).singleElement().asString().endsWith("leader-election-parent, more]");
	}

	private Path core(String file) {
		return this.folder.resolve("core/1.0/core-1.0" + file);
	}

	private List<String> problems() throws IOException {
		return new StagedRelease(this.folder, "1.0").problems(BOM);
	}

}

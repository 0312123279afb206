/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PatchedClassesTests {

	private static final String CLASS_PATH = System
		.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
		.replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void everyVariantCompilesAndDiffers(Variant variant) throws IOException {
		new PatchedClasses(Path.of("..", ".."), CLASS_PATH).write(variant, this.output);
		List<String> written = written();
		for (String file : variant.files()) {
			String name = file.replaceFirst(".*/src/main/(java|resources)/", "").replaceFirst("\\.java$", ".class");
			assertThat(written).contains(name);
			byte[] original = original(name);
			assertThat(Files.readAllBytes(this.output.resolve(name))).isNotEqualTo(original);
		}
	}

	@Test
	void missingTextIsReported() {
		Replacement replacement = new Replacement("Some.java", "one", "two");
		assertThatIllegalArgumentException().isThrownBy(() -> replacement.in("nothing"))
			.withMessageContaining("Some.java does not contain exactly once: one");
		assertThatIllegalArgumentException().isThrownBy(() -> replacement.in("one and one"));
		assertThat(replacement.in("just one")).isEqualTo("just two");
	}

	@Test
	void variantsHaveNames() {
		assertThat(Variant.of("cached-boolean")).isEqualTo(Variant.CACHED_BOOLEAN);
		assertThatIllegalArgumentException().isThrownBy(() -> Variant.of("cached"))
			.withMessageContaining("Unknown variant 'cached'. Use one of cached-boolean, deadline-from-the-answer");
	}

	private List<String> written() throws IOException {
		try (Stream<Path> files = Files.walk(this.output)) {
			return files.filter(Files::isRegularFile)
				.map((file) -> this.output.relativize(file).toString().replace(File.separatorChar, '/'))
				.toList();
		}
	}

	private static byte[] original(String name) throws IOException {
		try (var in = PatchedClassesTests.class.getClassLoader().getResourceAsStream(name)) {
			assertThat(in).as(name).isNotNull();
			return in.readAllBytes();
		}
	}

}

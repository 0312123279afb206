/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the state diagram in docs/images shows all states, changes and causes.
 */
class StateDiagramTests {

	private static final Pattern EDGE = Pattern.compile("data-from=\"(\\w+)\" data-to=\"(\\w+)\"");

	private static final Pattern NAME = Pattern.compile("class=\"name\"[^>]*>([^<]+)<");

	private static final Pattern LABEL = Pattern.compile("class=\"cause\"[^>]*>([^<]+)<");

	private static final Pattern CAUSE = Pattern.compile("[A-Z_]+");

	private static String read() throws IOException {
		return Files.readString(Path.of("..", "docs", "images", "states.svg"));
	}

	@Test
	void showsEachStateOnce() throws IOException {
		assertThat(NAME.matcher(read()).results().map((name) -> ElectionState.valueOf(name.group(1))))
			.containsExactlyInAnyOrder(ElectionState.values());
	}

	@Test
	void hasAnArrowForEachLegalChange() throws IOException {
		List<String> legal = new ArrayList<>();
		for (ElectionState from : ElectionState.values()) {
			for (ElectionState to : ElectionState.values()) {
				if (LegalTransitions.isLegal(from, to)) {
					legal.add(from + " to " + to);
				}
			}
		}
		assertThat(EDGE.matcher(read()).results().map((edge) -> edge.group(1) + " to " + edge.group(2)))
			.containsExactlyInAnyOrderElementsOf(legal);
	}

	@Test
	void namesCausesThatExist() throws IOException {
		List<String> causes = Arrays.stream(TransitionCause.values()).map(Enum::name).toList();
		Stream<String> shown = LABEL.matcher(read())
			.results()
			.flatMap((label) -> CAUSE.matcher(label.group(1)).results())
			.map((cause) -> cause.group());
		assertThat(shown).isNotEmpty().isSubsetOf(causes);
	}

}

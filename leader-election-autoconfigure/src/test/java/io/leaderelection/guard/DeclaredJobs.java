/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A table of cases. The first column declares the class of a bean as for
 * {@link Declared#job}. The columns after it, separated by a vertical bar, are texts.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(DeclaredJobs.Cases.class)
public @interface DeclaredJobs {

	/**
	 * Returns a case in each line.
	 */
	String value();

	/** Compiles all classes of a table at once. */
	class Cases extends AnnotationBasedArgumentsProvider<DeclaredJobs> {

		@Override
		protected Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters,
				ExtensionContext context, DeclaredJobs table) {
			List<String[]> rows = table.value().lines().map((line) -> line.split("\\s+\\|\\s+")).toList();
			List<Class<?>> jobs = Declared.jobs(rows.stream().map((row) -> row[0]).toList());
			return IntStream.range(0, rows.size()).mapToObj((i) -> {
				Object[] values = Arrays.copyOf(rows.get(i), rows.get(i).length, Object[].class);
				values[0] = Named.of(rows.get(i)[0], jobs.get(i));
				return Arguments.of(values);
			});
		}

	}

}

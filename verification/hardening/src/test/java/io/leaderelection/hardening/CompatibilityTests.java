/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the list of public API, with which each release is compared, names existing
 * types. A wrong name would silently exclude its API from that comparison.
 */
class CompatibilityTests {

	private static final Path root = Path.of("").toAbsolutePath().getParent().getParent();

	private static final Pattern INCLUDE = Pattern.compile("<include>(io\\.leaderelection[\\w.]*)</include>");

	private static final Pattern EXCLUDE = Pattern.compile("<exclude>(io\\.leaderelection[\\w.]*)</exclude>");

	// The auto-configuration calls the constructor of this bean. Applications call the
	// rest.
	private static final List<String> KNOWN = List
		.of("io.leaderelection.store.jdbc.fence.FencedTransactions names io.leaderelection.store.jdbc.fence.TermFence");

	@Test
	void publicApiExistsAndNamesNoInternalType() throws IOException {
		List<String> names = named(INCLUDE);
		List<String> excluded = named(EXCLUDE);
		JavaClasses types = imported();
		List<JavaClass> api = types.stream()
			.filter((type) -> isPublicApi(type, names, excluded) && isAccessible(type))
			.toList();
		assertThat(types).extracting(JavaClass::getName).containsAll(excluded);
		assertThat(names).hasSizeGreaterThan(20)
			.allSatisfy((name) -> assertThat(api).as(name)
				.anyMatch((type) -> type.getName().equals(name) || type.getPackageName().equals(name)));
		assertThat(api)
			.flatMap((type) -> signatureTypes(type).stream()
				.filter((named) -> named.getPackageName().startsWith("io.leaderelection"))
				.filter((named) -> !isPublicApi(named, names, excluded))
				.map((named) -> type.getName() + " names " + named.getName())
				.toList())
			.containsExactlyInAnyOrderElementsOf(KNOWN);
	}

	/** Returns the project's types; of others, only the names are needed. */
	private static JavaClasses imported() {
		return ArchConfiguration.withThreadLocalScope((configuration) -> {
			configuration.setResolveMissingDependenciesFromClassPath(false);
			return new ClassFileImporter().importPackages("io.leaderelection");
		});
	}

	private static List<String> named(Pattern element) throws IOException {
		return element.matcher(Files.readString(root.resolve("pom.xml")))
			.results()
			.map((match) -> match.group(1))
			.toList();
	}

	private static boolean isPublicApi(JavaClass type, List<String> names, List<String> excluded) {
		String outermost = type.getName().replaceFirst("\\$.*", "");
		return !excluded.contains(outermost) && (names.contains(type.getPackageName()) || names.contains(outermost));
	}

	private static boolean isAccessible(JavaClass type) {
		return isAccessible(type.getModifiers())
				&& type.getEnclosingClass().map(CompatibilityTests::isAccessible).orElse(true);
	}

	private static boolean isAccessible(Set<JavaModifier> modifiers) {
		return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
	}

	private static Set<JavaClass> signatureTypes(JavaClass type) {
		Stream<JavaType> inherited = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
		Stream<JavaType> fields = type.getFields()
			.stream()
			.filter((field) -> isAccessible(field.getModifiers()))
			.map(JavaField::getType);
		Stream<JavaCodeUnit> codeUnits = type.getCodeUnits()
			.stream()
			.filter((codeUnit) -> isAccessible(codeUnit.getModifiers()));
		return Stream
			.concat(Stream.concat(inherited, fields).flatMap((named) -> named.getAllInvolvedRawTypes().stream()),
					codeUnits.flatMap((codeUnit) -> codeUnit.getAllInvolvedRawTypes().stream()))
			.map(JavaClass::getBaseComponentType)
			.collect(Collectors.toSet());
	}

}

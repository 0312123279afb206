/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture;

import java.net.URL;
import java.security.CodeSource;
import java.util.function.Function;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.TryCatchBlock;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Architecture rules of every module, and the import of a module's own classes. A rule
 * fails if no class matches it.
 */
public final class ArchitectureRules {

	private static final String ROOT = "io.leaderelection";

	private static final String TIME_PACKAGE = "io.leaderelection.time";

	private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";

	private ArchitectureRules() {
	}

	/**
	 * Imports the classes compiled together with the given one: either the main classes
	 * of its module or the test classes, and no classes of other modules.
	 * @param member any class of the module
	 * @return the classes
	 * @throws IllegalArgumentException if the class does not come from a folder or a jar
	 */
	public static JavaClasses classesBesides(Class<?> member) {
		return new ClassFileImporter().importUrl(location(member));
	}

	private static URL location(Class<?> member) {
		CodeSource source = member.getProtectionDomain().getCodeSource();
		if (source == null) {
			throw new IllegalArgumentException("%s has no code source".formatted(member));
		}
		return source.getLocation();
	}

	/**
	 * Imports the test classes compiled together with the given one, for
	 * {@link #nothingSleeps()}. That rule needs only the names of the types that tests
	 * use, most of which are libraries: to read these takes most of the time of an
	 * import.
	 * @param member any test class of the module
	 * @return the classes
	 * @throws IllegalArgumentException if the class does not come from a folder or a jar
	 */
	public static JavaClasses testsBesides(Class<?> member) {
		return testsIn(location(member));
	}

	/**
	 * Imports test classes for {@link #nothingSleeps()}.
	 * @param location the folder or jar that contains them
	 * @return the classes
	 */
	public static JavaClasses testsIn(URL location) {
		return ArchConfiguration.withThreadLocalScope((configuration) -> {
			configuration.setResolveMissingDependenciesFromClassPath(false);
			return new ClassFileImporter().importUrl(location);
		});
	}

	/**
	 * Requires that clocks, sleeps, threads and timers are used only through the time
	 * package, so that tests can step them.
	 * @return the rule
	 */
	public static ArchRule timeOnlyThroughTimePackage() {
		return noClasses().that()
			.resideOutsideOfPackage(TIME_PACKAGE)
			.should()
			.accessTargetWhere(new TimeAndThreadAccess())
			.as("time and threads are used only through " + TIME_PACKAGE);
	}

	/**
	 * Requires that tests wait for conditions or step manual time instead of sleeping.
	 * @return the rule
	 */
	public static ArchRule nothingSleeps() {
		return noClasses().should()
			.accessTargetWhere(TimeAndThreadAccess.sleeping())
			.as("tests step manual time or wait for a condition instead of sleeping");
	}

	/**
	 * Requires that code which survives any failure of its callee catches {@code
	 * Throwable}. Catching {@code RuntimeException} and {@code Error} looks the same, but
	 * lets checked exceptions pass, which Kotlin, Groovy and Lombok throw without
	 * declaring them.
	 * @return the rule
	 */
	public static ArchRule errorsAreCaughtAsThrowable() {
		return classes().should(new ArchCondition<>("catch Throwable instead of RuntimeException and Error") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				for (JavaCodeUnit codeUnit : type.getCodeUnits()) {
					for (TryCatchBlock block : codeUnit.getTryCatchBlocks()) {
						events.add(new SimpleConditionEvent(block, !letsCheckedExceptionsPass(block),
								"%s catches %s in %s".formatted(codeUnit.getFullName(),
										block.getCaughtThrowables()
											.stream()
											.map(JavaClass::getSimpleName)
											.sorted()
											.toList(),
										block.getSourceCodeLocation())));
					}
				}
			}

		});
	}

	private static boolean letsCheckedExceptionsPass(TryCatchBlock block) {
		return catches(block, Error.class) && catches(block, RuntimeException.class) && !catches(block, Exception.class)
				&& !catches(block, Throwable.class);
	}

	private static boolean catches(TryCatchBlock block, Class<? extends Throwable> type) {
		return block.getCaughtThrowables().stream().anyMatch((caught) -> caught.isEquivalentTo(type));
	}

	/**
	 * Requires that every package declares {@code @NullMarked} in its {@code
	 * package-info.java}.
	 * @return the rule
	 */
	public static ArchRule packagesAreNullMarked() {
		return classes().should(new ArchCondition<>("be in a package annotated with @NullMarked") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean marked = type.getPackage().isAnnotatedWith(NULL_MARKED);
				events.add(new SimpleConditionEvent(type, marked, "%s: the package-info.java of %s %s @NullMarked"
					.formatted(type.getName(), type.getPackageName(), (marked) ? "has" : "is missing or lacks")));
			}

		});
	}

	/**
	 * Requires that packages, including the root package, have no cyclic dependencies.
	 * @return the rule
	 */
	public static SliceRule packagesAreFreeOfCycles() {
		return areFreeOfCycles("packages", JavaClass::getPackageName);
	}

	/**
	 * Requires that types, with their nested types, have no cyclic dependencies.
	 * @return the rule
	 */
	public static SliceRule typesAreFreeOfCycles() {
		return areFreeOfCycles("types", ArchitectureRules::outermost);
	}

	private static String outermost(JavaClass type) {
		return type.getEnclosingClass().map(ArchitectureRules::outermost).orElse(type.getName());
	}

	private static SliceRule areFreeOfCycles(String of, Function<JavaClass, String> slice) {
		return SlicesRuleDefinition.slices().assignedFrom(new SliceAssignment() {

			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				return type.getPackageName().startsWith(ROOT) ? SliceIdentifier.of(slice.apply(type))
						: SliceIdentifier.ignore();
			}

			@Override
			public String getDescription() {
				return of;
			}

		}).should().beFreeOfCycles();
	}

	/**
	 * Requires that a package depends only on itself, the JDK, JSpecify and the given
	 * packages.
	 * @param name the package, without its subpackages
	 * @param others the packages it may depend on, as ArchUnit package identifiers
	 * @return the rule
	 */
	public static ArchRule packageDependsOnlyOn(String name, String... others) {
		DescribedPredicate<JavaClass> allowed = JavaClass.Predicates.resideInAnyPackage(others)
			.or(JavaClass.Predicates.resideInAnyPackage(name, "java..", "org.jspecify.annotations"));
		return classes().that().resideInAPackage(name).should().onlyDependOnClassesThat(allowed);
	}

}

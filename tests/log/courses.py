"""The seed's messages: courses that people join."""

from __future__ import annotations

from regent.log import Message


class CourseCreated(Message, type="course.created"):
    course_name: str


class UserRegistered(Message, type="user.registered"):
    user_id: str
    name: str


class UserJoinedCourse(Message, type="user.joined_course"):
    course_name: str
    user_id: str


class CourseClosed(Message, type="course.closed"):
    course_name: str


ALL = [CourseCreated, UserRegistered, UserJoinedCourse, CourseClosed]
#: The partitions of a claim of enrolments: each is a course together with a user.
ENROLMENT = ["course_name", "user_id"]


def created(course: str = "Algebra") -> CourseCreated:
    return CourseCreated(course_name=course)


def registered(user: str = "joe") -> UserRegistered:
    return UserRegistered(user_id=user, name=user.title())


def joined(course: str = "Algebra", user: str = "joe") -> UserJoinedCourse:
    return UserJoinedCourse(course_name=course, user_id=user)


def closed(course: str = "Algebra") -> CourseClosed:
    return CourseClosed(course_name=course)
